/** Texts on a stream of HTTP/2 arrive as they were written, in whatever pieces. */
import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import { buffer } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { writtenSingly } from '#kernel/wire/text-stream.ts';
import { listen } from '#test/support/listen.ts';

const HEAD = 'POST /v1/messages HTTP/1.1\r\nhost: example.com\r\ncontent-length: 5\r\n\r\n';

it('a text that is written together with an empty last piece arrives whole', async () => {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    void buffer(stream).then((bytes) => stream.end(bytes));
  });
  const session = connect(`http://127.0.0.1:${await listen(server)}`);
  for (const pieces of [
    [HEAD, 'hello', ''],
    [HEAD, Buffer.from('hello'), ''],
    [HEAD, Buffer.from('hello'), Buffer.alloc(0)],
  ]) {
    const stream = writtenSingly(session.request({ ':method': 'POST', ':path': '/' }));
    await once(stream, 'response');
    stream.cork();
    for (const piece of pieces) stream.write(piece, 'latin1');
    stream.uncork();
    setImmediate(() => stream.end());
    expect((await buffer(stream)).toString('latin1')).toBe(`${HEAD}hello`);
  }
  session.close();
  server.close();
});
