import { spawn } from 'node:child_process';
import { readdirSync, existsSync } from 'node:fs';
import { onPath } from './on-path.js';
import { pageCall } from './page-call.js';
import { freePort, startSession } from './webdriver.js';

const driver = onPath('WebKitWebDriver');
const display = onPath('Xvfb');

/** The browser that the driver steers lies in the library's own folder. */
function miniBrowser() {
  const libraries = ['/usr/lib', '/usr/libexec', '/usr/lib64', ...list('/usr/lib').map((name) => `/usr/lib/${name}`)];
  const folders = libraries.flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => `${folder}/${name}`));
  return folders.map((folder) => `${folder}/MiniBrowser`).find((path) => existsSync(path));
}

/** @param {string} folder */
const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

const binary = miniBrowser();
const lacking = Object.entries({ WebKitWebDriver: driver, Xvfb: display, 'its MiniBrowser': binary }).filter(([, path]) => !path).map(([name]) => name);

/** No bus, no settings of the desktop, no graphics card: a bare machine has none of them. */
const surroundings = {
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  GIO_USE_VFS: 'local',
  GSETTINGS_BACKEND: 'memory',
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
  ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}), // its sandbox is not for root
};

const keys = { ArrowUp: '\uE013', ArrowRight: '\uE014' };
/** The name under which the protocol hands out an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Through WebKitWebDriver, on a screen of Xvfb. @type {import('./engines.js').Engine} */
export const webkit = {
  name: 'WebKit',
  missing: lacking.length === 0 ? '' : `WebKit lacks ${lacking.join(', ')} here`,
  async launch() {
    const screen = await startScreen();
    const port = await freePort();
    const service = start(/** @type {string} */ (driver), [`--port=${port}`], { DISPLAY: screen.name, ...surroundings });
    const stop = () => [service, screen.program].forEach((program) => program.kill()); // without a screen the browser ends too
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const session = await startSession(`http://127.0.0.1:${port}`, options).catch((error) => {
      stop();
      throw error;
    });
    const { send } = session;
    const find = async (/** @type {string} */ selector) => (await send('POST', 'element', { using: 'css selector', value: selector }))[elementKey];
    return {
      version: session.version,
      async open(address) {
        await send('POST', 'url', { url: 'about:blank' });
        await send('POST', 'url', { url: address });
      },
      async evaluate(work, ...given) {
        const script = `const done = arguments[0];
          Promise.resolve().then(() => ${pageCall(work, given)}).then((value) => done({ value }), (error) => done({ error: String(error.stack ?? error) }));`;
        const { value, error } = await send('POST', 'execute/async', { script, args: [] });
        if (error) throw new Error(error);
        return value ?? undefined;
      },
      type: async (selector, text) => send('POST', `element/${await find(selector)}/value`, { text }),
      press: (key) => send('POST', 'actions', {
        actions: [{ type: 'key', id: 'keyboard', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] })) }],
      }),
      setFiles: async (selector, paths) => send('POST', `element/${await find(selector)}/value`, { text: paths.join('\n') }),
      async close() {
        await session.end().finally(stop);
      },
    };
  },
};

/** @param {string} path @param {string[]} given @param {Record<string, string>} environment */
function start(path, given, environment) {
  const program = spawn(path, given, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: { ...process.env, ...environment } });
  process.once('exit', () => program.kill());
  process.once('SIGTERM', () => process.exit(143)); // as a runner does with a test that hangs: it is an exit too
  return program;
}

/** A screen that nobody sees, under the first number that is free. */
async function startScreen() {
  const program = start(/** @type {string} */ (display), ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {});
  const number = await new Promise((answer, failed) => {
    program.stdio[3]?.once('data', (data) => answer(String(data).trim()));
    program.once('error', failed).once('exit', (code) => failed(new Error(`Xvfb ended with ${code}`)));
  });
  return { program, name: `:${number}` };
}
