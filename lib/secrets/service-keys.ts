/**
 * Keys that no prefix tells, right behind the name of the service that gave them: `NewsAPI: 440b2c…`,
 * `Tavily (f3Kq…)`. Services whose names stand as often before the identifier of a page, a commit or a song are none
 * of these.
 */
import { withoutTail } from './tail.ts';
import { isStrongAnywhere } from './credential-values.ts';

/** In small letters, without blanks and marks. */
const SERVICES: ReadonlySet<string> = new Set(
  (
    'abuseipdb ahrefs alchemy alpaca alphavantage anthropic assemblyai azureopenai baidu bingsearch binance brave bravesearch ' +
    'browserbase bybit cartesia claude clearbit cohere coinapi coinbase coingecko coinmarketcap dashscope deepgram deepl ' +
    'deepseek elevenlabs etherscan exa exchangerate fal finnhub firecrawl fishaudio fireworks fixer gemini giphy googleai ' +
    'googlemaps gowa groq grok hass helius heygen homeassistant hunter infura ipinfo jina kagi kimi kraken lastfm ' +
    'mapbox marketstack minimax mistral moonshot moralis newsapi openai openrouter openweather openweathermap perplexity pexels ' +
    'pinecone pixabay plaid polygon pushbullet pushover qwen quicknode replicate resend runway scraperapi sendgrid ' +
    'serpapi serpstack serper shodan siliconflow stability suno supadata tavily tmdb todoist together tomtom twelvedata ' +
    'unsplash urlscan vapi virustotal volcengine voyage weatherapi weatherstack wolframalpha xai zhipu'
  ).split(' '),
);
/** Words of a name; one of them may say what follows. */
const NAME_MAX_WORDS = 3;
const NAME_MAX_CHARS = 40;
/** Between a name and its key: a mark, brackets, a dash, the border of a cell, emphasis. */
const BETWEEN = ' \t\u00A0\u2009\u202F\u3000:：=＝|`"\'*_([（【—–→>-';
/** A hash has as many digits as one of these keys; it never has both cases. */
const HEX_KEY = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64})$/u;
const MIXED_MIN_CHARS = 22;

/** Is `text` from `from` to `to` such a key? */
export function isServiceKey(text: string, from: number, to: number): boolean {
  const value = text.slice(from, to);
  if (!isStrongAnywhere(value)) return false;
  if (!HEX_KEY.test(value) && !isMixedKey(value)) return false;
  const near = text.slice(Math.max(0, from - NAME_MAX_CHARS), from);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const name = withoutTail(before, BETWEEN);
  if (name === before) return false;
  const words = name.toLowerCase().split(/[^a-z0-9.]+/u);
  for (let count = 1; count <= NAME_MAX_WORDS; count += 1)
    if (isService(words.slice(-count).join('').replaceAll('.', ''))) return true;
  return false;
}

/** `Jina AI`, `Shodan API`. */
const isService = (name: string): boolean =>
  SERVICES.has(name) || SERVICES.has(name.replace(/(?:ai|api)$/u, ''));

const isMixedKey = (value: string): boolean =>
  value.length >= MIXED_MIN_CHARS &&
  /^[\w-]+$/u.test(value) &&
  [/[a-z]/u, /[A-Z]/u, /\d/u].every((kind) => kind.test(value));
