/** @type {import('./index.js').Words} */
export const words = {
  'trend.title': 'نه از بختِ یک نمونه',
  'trend.before-1':
    'یک بذر حکایت است، نه شاهد. اینجا هر سطر از چند نمونهٔ مستقل به دست آمده است، برای سه پهنا: بی‌تقسیم، هرچه سر پهن‌تر شود سهمِ آنتروپی پایین‌تر می‌رود؛ با تقسیم، پهنا دیگر اثری ندارد.',
  'trend.caption': ({ seeds, n, maximum }) => `${seeds} بذر، n برابر ${n}؛ آنتروپیِ سطر یکنواخت ${maximum} نات است`,
  'trend.table': 'آمار روی بذرها',
  'trend.dk': 'پهنا {dk}',
  'trend.largest': 'بیشترین وزن، بزرگ‌ترینِ بذرها',
  'trend.mean-largest': 'میانگینِ بذرها',
  'trend.share-interval': 'سهم، بازهٔ ۹۵٪ میانگین',
  'trend.plus-minus': ({ deviation }) => `± ${deviation}`,
  'trend.interval': ({ low, high }) => `${low} تا ${high}`,
  'trend.convention':
    'مانند مقاله، بیشترین وزن بزرگ‌ترینِ بذرهاست و آنتروپی میانگینِ آن‌ها؛ میانگینِ بیشترین وزن و انحراف معیارِ آنتروپی کنارشان آمده است.',
  'trend.sentence-alone': ({ rule, dk }) => `${rule}، d_k برابر ${dk}: هیچ سطری کلیدِ دومی ندارد.`,
  'trend.sentence': ({ rule, dk, share }) => `${rule}، d_k برابر ${dk}: آنتروپی ${share} بیشینهٔ خود.`,
};
