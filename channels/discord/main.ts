/**
 * The adapter of Discord, a process of its own in a view without files: brings events as they came, each with its channel, and
 * sends what it is given. It decides nothing: who is there is read by the daemon.
 */
import { lastIdsIn } from '#lib/chat/discord.ts';
import { textAt } from '#lib/text/json.ts';
import { DaemonLink } from '#channels/daemon/link.ts';
import { Tunnels } from '#kernel/wire/tunnel.ts';
import { Gateway } from './gateway.ts';
import { RestApi } from './rest.ts';
import { editInDiscord, findInDiscord, sendToDiscord, typeInDiscord } from './send.ts';

const DISCORD = 'https://discord.com';

const link = new DaemonLink(Number(process.env['YAMO_CHANNEL']));
const { token, settings, last } = await link.begun;
const tunnels = new Tunnels(Number(process.env['YAMO_NETWORK']));
const address = (textAt(settings, 'api') ?? DISCORD).replace(/\/+$/u, '');
const api = new RestApi(
  address,
  token,
  tunnels.fetch(() => undefined, true),
);
const gateway = new Gateway({
  api,
  tunnels,
  link,
  token,
  tokenPlace: textAt(settings, 'token') ?? 'the settings',
  last: lastIdsIn(last),
});
const sender = { api, signal: link.stopping, refused: () => gateway.again() };
link.serve({
  send: (message) => sendToDiscord(sender, message),
  edit: (message) => editInDiscord(sender, message),
  find: (message) => findInDiscord(sender, message),
  typing: (chat) => typeInDiscord(api, chat),
});
await gateway.run();
