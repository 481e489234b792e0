import { defineRule } from '#audit/rule/rule.ts';
import { hostSettings, namesOtherMachine, type Setting } from '#audit/facts/host-files.ts';

export const rule = defineRule({
  id: 'host/server-elsewhere',
  title: 'No MCP server of a repository runs on another machine',
  section: '§4.4',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'Whatever an agent asks such a server leaves this machine, and what the server says of its tools stands in the prompt. Settings of a repository add it for everybody who opens that.',
  remedy:
    'Make sure that you know who runs the server, and add an exception with the reason; else delete it, or keep it in your own settings.',
  fix: 'none',
  requirements: ['Y98'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a program, and a server of this machine',
        files: {
          '.mcp.json':
            '{"mcpServers":{"tide":{"command":"npx","args":["tide-mcp"]},"quay":{"url":"http://127.0.0.1:4000"}}}\n',
        },
      },
    ],
    bad: [
      {
        shows: 'an address, and a program that goes to one',
        files: {
          '.mcp.json': '{"mcpServers":{\n"tide":{"url":"https://tide.example/mcp"}}}\n',
          '.cursor/mcp.json':
            '{"mcpServers":{"tide":{"command":"npx",\n"args":["mcp-remote","https://tide.example/sse"]}}}\n',
          '.codex/config.toml': '[mcp_servers.tide]\nurl = "https://tide.example/mcp"\n',
        },
        at: ['.codex/config.toml:2', '.cursor/mcp.json:2', '.mcp.json:2'],
      },
    ],
  }),
  check: (workspace) =>
    hostSettings(workspace)
      .filter((setting) => isOfServer(setting) && namesOtherMachine(setting.value))
      .map(({ file, line, column, keys }) => ({
        file,
        line,
        column,
        found: 'an MCP server on another machine',
        expected: 'servers that run here, or a reason',
        anchor: keys.join('.'),
      })),
});

const LISTS: ReadonlySet<string> = new Set(['mcpServers', 'mcp_servers', 'servers']);
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'httpUrl', 'serverUrl']);

const isOfServer = ({ keys }: Setting): boolean =>
  keys.some((key) => LISTS.has(key)) &&
  (ADDRESSES.has(keys.at(-1) ?? '') || keys.at(-2) === 'args');
