/**
 * The adapter of Telegram, a process of its own in a view without files: brings updates as they came, and sends what it is
 * given. It decides nothing: who is there is read by the daemon. Plain calls of the Bot API are all that it takes.
 */
import { textAt } from '#lib/text/json.ts';
import { DaemonLink } from '#channels/daemon/link.ts';
import { formatHere, Formatter } from '#channels/marks/formatter.ts';
import { Tunnels } from '#kernel/wire/tunnel.ts';
import { BotApi } from './bot-api.ts';
import { poll } from './poll.ts';
import { editInTelegram, sendToTelegram, typeInTelegram } from './send.ts';

const TELEGRAM = 'https://api.telegram.org';

const serve = async (): Promise<void> => {
  const link = new DaemonLink(Number(process.env['YAMO_CHANNEL']));
  const { token, settings, last } = await link.begun;
  const tunnels = new Tunnels(Number(process.env['YAMO_NETWORK']));
  const address = (textAt(settings, 'api') ?? TELEGRAM).replace(/\/+$/u, '');
  const api = new BotApi(
    address,
    token,
    tunnels.fetch(() => undefined, true),
  );
  const formatter = new Formatter(import.meta.filename);
  const sender = { api, formatter, signal: link.stopping };
  link.serve({
    send: (message) => sendToTelegram(sender, message),
    edit: (message) => editInTelegram(sender, message),
    typing: (chat) => typeInTelegram(api, chat),
  });
  await poll({ api, link, last, tokenPlace: textAt(settings, 'token') ?? 'the settings' });
};

// Its second thread runs the same file.
if (!formatHere()) await serve();
