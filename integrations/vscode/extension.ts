/** Starts `yamo lsp` for the Markdown of workspaces, and ends it with the window. */
import { workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/** What VS Code calls when a folder holds a file of a workspace. Throws where the program cannot be started. */
export const activate = async (): Promise<void> => {
  const settings = workspace.getConfiguration('yamo');
  const command = settings.get('command', 'yamo');
  const args = ['lsp', ...settings.get<string[]>('arguments', [])];
  client = new LanguageClient(
    'yamo',
    'yamo audit',
    { command, args, transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: 'file', language: 'markdown' },
        { scheme: 'file', pattern: '**/memory/**' },
        { scheme: 'file', pattern: '**/*.{txt,yamo}' },
      ],
    },
  );
  await client.start();
};

/** What it calls before the window is closed. */
export const deactivate = async (): Promise<void> => {
  await client?.stop();
};
