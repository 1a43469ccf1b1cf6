import { createServer } from 'node:net';

// The little of the W3C's WebDriver that the tests need: commands are requests with JSON.

/** How long a script in the page may take, and how long the driver may take to be there, in milliseconds. */
const patience = 240_000;
const startPatience = 30_000;

/** @returns {Promise<number>} */
export const freePort = () => new Promise((answer, failed) => {
  const server = createServer().once('error', failed).listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    server.close(() => answer(port));
  });
});

/** @param {string} address @param {string} method @param {object} [body] */
async function request(address, method, body) {
  const answer = await fetch(address, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname}: ${value.error}: ${value.message}`);
  return value;
}

/** Until the driver listens. @param {string} address */
async function whenReady(address) {
  const until = Date.now() + startPatience;
  for (;;) {
    const status = await request(`${address}/status`, 'GET').catch((error) => error);
    if (!(status instanceof Error)) return;
    if (Date.now() > until) throw status;
    await new Promise((later) => { setTimeout(later, 50); });
  }
}

/** @param {string} address of the driver @param {object} capabilities */
export async function startSession(address, capabilities) {
  await whenReady(address);
  const { sessionId, capabilities: had } = await request(`${address}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
  const session = `${address}/session/${sessionId}`;
  /** @param {string} method @param {string} command @param {object} [body] @returns {Promise<any>} */
  const send = (method, command, body) => request(`${session}/${command}`, method, body);
  await send('POST', 'timeouts', { script: patience, pageLoad: patience });
  return { version: String(had.browserVersion), send, end: () => request(session, 'DELETE') };
}
