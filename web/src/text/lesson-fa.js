/** @type {import('./index.js').Words} */
export const words = {
  'predict.off': 'نه',
  'predict.on': 'بله',
  'lesson.label': 'نخست پیش‌بینی کنید',
  'lesson.note': 'یک عدد یا چند کلمه. نمودار پس از آن نشان داده می‌شود؛ نوشتهٔ شما جایی نگه داشته نمی‌شود.',
  'lesson.empty': 'نخست پیش‌بینی‌تان را بنویسید: یک عدد یا چند کلمه.',
  'lesson.show': 'نمودار را نشان بده',
  'lesson.predicted': 'پیش‌بینی شما',
  'lesson.result': 'نمودار می‌گوید',
  'lesson.again': 'پیش‌بینی دوباره',
  'lesson.leave': 'همهٔ آزمایشگاه',
};
