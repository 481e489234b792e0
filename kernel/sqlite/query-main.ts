/**
 * The process that answers one question to databases (answer.ts): it reads the question on its standard input, writes the
 * answer to its standard output, and is killed when it takes too long (ask.ts).
 */
import process from 'node:process';
import { disk } from '#kernel/fs/disk.ts';
import { answerQuestion } from './answer.ts';

const text = await process.stdin.setEncoding('utf8').toArray();
process.stdout.write(JSON.stringify(answerQuestion(JSON.parse(text.join('')), disk)));
