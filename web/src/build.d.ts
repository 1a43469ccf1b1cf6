// What the build writes into the sources.

/** Names the contents of all files of the site. */
declare const builtVersion: string;
/** The site's files; those whose names do not tell their content with what they have to be. */
declare const builtFiles: Record<string, string | null>;

interface ImportMeta {
  /** MODE: which flavour is built. */
  readonly env: { readonly MODE: string };
}

declare module 'virtual:licences' {
  /** gzip in base64 */
  const packed: string;
  export default packed;
}
