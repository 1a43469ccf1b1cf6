/** The presets; everything else follows at once from them, the settings and what was pasted, in the figure itself. */
export async function compute() {
  const { models } = await import('../../memory/models.js');
  return { models };
}
