// What the bundler answers for the suffixed imports of this folder.

declare module '*.wasm?inline' {
  const address: string;
  export default address;
}

declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}
