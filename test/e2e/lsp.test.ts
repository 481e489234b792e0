/** `yamo lsp`, by the protocol's own client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeAction, Hover } from 'vscode-languageserver/node';

import { LanguageClient } from '#test/support/language-client.ts';
import { goldenFiles } from '#test/support/golden.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const SAFETY = '## Safety';

const applied = (text: string, { edit }: CodeAction): string => {
  const [change] = edit?.documentChanges ?? [];
  if (change === undefined || !('edits' in change)) throw new Error('no edit');
  const { edits } = change;
  const plain = edits.flatMap((one) => ('newText' in one ? [one] : []));
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), plain);
};

describe('the language server', () => {
  const workspace = makeWorkspace(goldenFiles('lite'));
  const agents = readFileSync(join(workspace.path, 'AGENTS.md'), 'utf8');
  const broken = agents.replace(SAFETY, '## 安全');
  const line = broken.split('\n').indexOf('## 安全');
  let editor: LanguageClient;
  let canHover: unknown;

  beforeAll(async () => {
    editor = new LanguageClient(workspace);
    canHover = (await editor.greet()).capabilities.hoverProvider;
  });
  afterAll(() => editor.connection.dispose());

  it('tells of an open file in which nothing is wrong that it was looked at', async () => {
    await editor.open('SOUL.md', readFileSync(join(workspace.path, 'SOUL.md'), 'utf8'));
    expect(await editor.rules('SOUL.md', (codes) => codes.length === 0)).toEqual([]);
  });

  it('shows what is wrong while somebody types, before it is saved, and takes it back', async () => {
    await editor.open('AGENTS.md', broken);
    await editor.rules('AGENTS.md', (codes) => codes.includes('2.2/safety'));
    expect(editor.diagnostic('AGENTS.md', '2.2/safety')).toMatchObject({
      severity: 1,
      source: 'yamo',
      range: { start: { line, character: 0 }, end: { line, character: 5 } },
    });
    await editor.change('AGENTS.md', agents);
    await editor.rules('AGENTS.md', (codes) => codes.length === 0);
  });

  it('offers fixes that make it right, and says on hover what a rule is about', async () => {
    await editor.change('AGENTS.md', broken);
    await editor.rules('AGENTS.md', (codes) => codes.includes('2.2/safety'));
    const [fix, all] = await editor.actions('AGENTS.md', line);
    expect([fix?.kind, fix?.isPreferred, all?.kind]).toEqual([
      'quickfix',
      true,
      'source.fixAll.yamo',
    ]);
    for (const action of [fix, all]) expect(action && applied(broken, action)).toBe(agents);
    expect(await editor.actions('AGENTS.md', 0, ['refactor'])).toEqual([]);
    const textDocument = { uri: editor.uri('AGENTS.md') };
    const position = { line, character: 3 };
    const hover: Hover = await editor.connection.sendRequest('textDocument/hover', {
      textDocument,
      position,
    });
    expect(canHover).toBe(true);
    expect(JSON.stringify(hover.contents)).toContain('yamo explain 2.2/safety');
  });

  it('finds a key before it is saved, never shows it, and heeds the configuration', async () => {
    const key = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');
    await editor.open('TOOLS.md', `# Tools\n\nBot: ${key}\n`);
    await editor.rules('TOOLS.md', (codes) => codes.includes('4.2/provider-key'));
    expect(JSON.stringify(editor.diagnostic('TOOLS.md', '4.2/provider-key'))).not.toContain(key);
    const off = { '4.2/provider-key': { level: 'off', reason: 'a test' } };
    writeFileSync(join(workspace.path, '.yamo-audit.json'), JSON.stringify({ rules: off }));
    const changes = [{ uri: editor.uri('.yamo-audit.json'), type: 1 }];
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await editor.rules('TOOLS.md', (codes) => !codes.includes('4.2/provider-key'));
  });

  it('sees what another program changes in files that it has read', async () => {
    const log = 'memory/2026-03-09.md';
    const changed = async (text: string): Promise<void> => {
      writeFileSync(join(workspace.path, log), text);
      const changes = [{ uri: editor.uri(log), type: 2 }];
      await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    };
    const before = readFileSync(join(workspace.path, log), 'utf8');
    await changed(`${before}- 10:00 The password of the quay is Tr4kz!q88pVnm\n`);
    await editor.rules(log, (codes) => codes.includes('4.2/labelled-credential'));
    await changed(before);
    expect(await editor.rules(log, (codes) => codes.length === 0)).toEqual([]);
  });

  it('is not ended by what is no file of a workspace, and ends when it is told to', async () => {
    for (const uri of ['untitled:a.md', 'file:///nowhere/a.md', 'http://x/y.md', 'file://%']) {
      const textDocument = { uri, languageId: 'markdown', version: 1, text: '# a' };
      await editor.connection.sendNotification('textDocument/didOpen', { textDocument });
    }
    const textDocument = { uri: 'untitled:a.md' };
    const position = { line: 0, character: 0 };
    expect(
      await editor.connection.sendRequest('textDocument/hover', { textDocument, position }),
    ).toBeNull();
    await editor.connection.sendRequest('shutdown');
    await editor.connection.sendNotification('exit');
    expect(await editor.closed).toBe(0);
  });
});
