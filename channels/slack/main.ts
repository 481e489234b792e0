/**
 * The adapter of Slack, a process of its own in a view without files: brings events as they came, and sends what it is given. It
 * decides nothing: who is there is read by the daemon. Socket Mode and a few calls of the Web API are all that it takes.
 */
import { textAt } from '#lib/text/json.ts';
import { DaemonLink } from '#channels/daemon/link.ts';
import { formatHere, Formatter } from '#channels/marks/formatter.ts';
import { Tunnels } from '#kernel/wire/tunnel.ts';
import { editInSlack, findInSlack, sendToSlack } from './send.ts';
import { SocketMode } from './socket-mode.ts';
import { WebApi } from './web-api.ts';

const SLACK = 'https://slack.com';
const UNKNOWN_PLACE = 'the settings';

const serve = async (): Promise<void> => {
  const link = new DaemonLink(Number(process.env['YAMO_CHANNEL']));
  const { token, appToken = '', settings } = await link.begun;
  const tunnels = new Tunnels(Number(process.env['YAMO_NETWORK']));
  const address = (textAt(settings, 'api') ?? SLACK).replace(/\/+$/u, '');
  const ask = tunnels.fetch(() => undefined, true);
  const api = new WebApi(address, token, ask);
  const mode = new SocketMode({
    api,
    appApi: new WebApi(address, appToken, ask),
    tunnels,
    link,
    tokenPlace: textAt(settings, 'token') ?? UNKNOWN_PLACE,
    appTokenPlace: textAt(settings, 'appToken') ?? UNKNOWN_PLACE,
  });
  const formatter = new Formatter(import.meta.filename);
  const sender = { api, formatter, signal: link.stopping, refused: () => mode.again() };
  link.serve({
    send: (message) => sendToSlack(sender, message),
    edit: (message) => editInSlack(sender, message),
    find: (message) => findInSlack(sender, message),
  });
  await mode.run();
};

// Its second thread runs the same file.
if (!formatHere()) await serve();
