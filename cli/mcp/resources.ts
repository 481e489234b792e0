/** The files of the workspace that a session may read, as resources `yamo:///NAME`. */
import { ResourceTemplate } from '@modelcontextprotocol/server';
import { FILES } from '#lib/spec/files.ts';
import { dayOf } from '#lib/text/day.ts';
import { answerClient } from './answers.ts';
import type { McpService } from './service.ts';

const MARKDOWN = 'text/markdown';

export const addResources = ({ server, client, serve }: McpService): void => {
  const files = new ResourceTemplate('yamo:///{+file}', {
    list: (context) =>
      serve(context, () =>
        answerClient(undefined, async () => {
          const session = await client.session();
          return { resources: (await session.files()).map(resourceOf) };
        }),
      ),
  });
  server.registerResource(
    'file',
    files,
    {
      title: 'Files of the workspace',
      description: 'A file of the workspace that this session may read, as it is now',
      mimeType: MARKDOWN,
    },
    (uri, _variables, context) =>
      serve(context, () =>
        answerClient(uri.href, async () => {
          const session = await client.exporting();
          const file = fileOf(uri);
          return {
            contents: [{ uri: uri.href, mimeType: typeOf(file), text: await session.read(file) }],
          };
        }),
      ),
  );
};

const resourceOf = (file: string) => ({
  uri: `yamo:///${file}`,
  name: file,
  title: file,
  description: purposeOf(file),
  mimeType: typeOf(file),
});

const purposeOf = (file: string): string =>
  dayOf(file) === undefined
    ? (FILES.find(({ name }) => name === file)?.purpose ?? 'a file of the workspace')
    : `what happened on ${dayOf(file)}`;

const typeOf = (file: string): string => (file.endsWith('.json') ? 'application/json' : MARKDOWN);

/** To the letter: what is no name of a file is for the gate to refuse. */
const fileOf = ({ host, pathname, search, hash }: URL): string => {
  const name = `${host === '' ? '' : `//${host}/`}${pathname.slice(1)}${search}${hash}`;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
