/** Every number that the kernel enforces, with its unit last in the name and the reason beside it. */
import { FILE_MAX_BYTES } from './limits-ring-0.ts';

export * from './limits-ring-0.ts';

/** The name of a persona is a folder's, and stands in commands. */
export const PERSONA_NAME_MAX_CHARS = 30;

/** Files that fit one pattern of a layout, such as skills; more are a mistake of the pattern. */
export const PATTERN_FILES = 1000;

/** Of a document of a layout, such as an owner writes; those that come with yamo have some kilobytes. */
export const LAYOUT_MAX_BYTES = 4 * 1024 * 1024;

/** What its lists hold together; the largest that comes with yamo has 69. */
export const LAYOUT_ROWS = 500;

/** Levels of it, one in the other; of those that come with yamo eleven at most. */
export const LAYOUT_DEPTH = 32;

/** Folders below each other that a pattern with `**` looks into. */
export const PATTERN_DEPTH = 8;

/** Objects below one prefix of a bucket; more are no workspace. */
export const STORE_OBJECTS = 20_000;

/** What of a bucket is fetched at once; it stays in memory. */
export const STORE_MAX_BYTES = 64 * 1024 * 1024;

/** A page of a listing has a thousand keys of a kilobyte at most, each byte as three. */
export const STORE_LIST_MAX_BYTES = 8 * 1024 * 1024;

/** Requests to a bucket that run side by side; more are slowed down by services. */
export const STORE_GETS = 8;

/** How long one request to a bucket may take. */
export const STORE_MS = 30_000;

/** Files of a workspace that is converted; more are no agent's. */
export const CONVERT_FILES = 20_000;

/** What a first boot may need on disk (four files and a log), tried before anything is deleted. */
export const PREFLIGHT_PROBE_BYTES = 64 * 1024;

/** How long a boot waits for another one on the same workspace; third-party agents take seconds to start. */
export const LEASE_WAIT_MS = 10_000;

/** How long a write waits for the write of another session. */
export const WRITE_LOCK_WAIT_MS = 5000;

/** An agent that does not answer `initialize` in this time is taken for broken. */
export const AGENT_INITIALIZE_MS = 20_000;

/** A wrapper that starts a program is a script of some kilobytes; longer files are not looked through for what they start. */
export const SHIM_MAX_BYTES = 64 * 1024;

/** How long a line that an agent prints is waited for; what it has printed by then is shown. */
export const DIAGNOSTICS_PAUSE_MS = 200;

/** A longer line of an agent's is shown in parts: nothing is kept of it for longer. */
export const DIAGNOSTICS_LINE_MAX_CHARS = 4096;

/** Lines that an agent printed last, which its failure is told with; the reason of most stands in the last two. */
export const DIAGNOSTICS_TAIL_LINES = 5;

/** Of each of these lines as much as fits in a row or two. */
export const DIAGNOSTICS_TAIL_CHARS = 200;

/** How long the first command waits for an agent to say which ones it has itself. */
export const COMMANDS_WAIT_MS = 2000;

/** Turns of a session before that are shown when it is resumed. */
export const RESUMED_TURNS_SHOWN = 2;

/** Of each thing that was said in them. */
export const RESUMED_TEXT_CHARS = 400;

/** An agent that opens no session in this time is taken for broken; some start all they have for it, and ask their provider. */
export const AGENT_SESSION_MS = 60_000;

/** Files that a question to a human shows; nobody reads more before an answer. */
export const PERMISSION_DIFFS = 8;

/** Changes of files that are worked out for a question; an agent may name any number, of large files. */
export const PERMISSION_EDITS = 100;

/** Of each file of a question, how much of a text is shown; of a longer one the part that changes. */
export const PERMISSION_DIFF_CHARS = 64 * 1024;

/** How long an agent may take to end after its session is closed, before it is killed. */
export const AGENT_EXIT_MS = 2000;

/** How long an agent is given where a signal ends the session, twice: all of it is over within a second. */
export const AGENT_STOP_MS = 200;

/** A message may hold the largest file with every character escaped that JSON must escape, or as it is and as it was. */
export const AGENT_MESSAGE_MAX_BYTES = 2 * FILE_MAX_BYTES + 1024 * 1024;

/** Lists, objects and what stands in them: a message of so many parts takes more memory than its length explains. */
export const AGENT_MESSAGE_PARTS = 200_000;

/** Lines of an agent that are no messages; who prints so many talks to somebody else. */
export const AGENT_BROKEN_MESSAGES = 1000;

/** Requests of an agent that are answered at the same time; with the next one it waits. */
export const AGENT_REQUESTS = 64;

/** So many bytes such requests hold together before the next one waits. */
export const AGENT_REQUESTS_MAX_BYTES = AGENT_MESSAGE_MAX_BYTES;

/** Answers that wait to be read by the agent; while there are more, nothing more of it is read. */
export const AGENT_UNREAD_MAX_BYTES = 16 * 1024 * 1024;

/** An agent that leaves so many answers unread for so long reads none. */
export const AGENT_UNREAD_MS = 30_000;

/** Calls of tools that are remembered; who is asked about one comes right after it was told. */
export const TOOL_CALLS = 200;

/** Of such calls together; what is forgotten is the oldest. */
export const TOOL_CALLS_MAX_CHARS = 16 * 1024 * 1024;

/** Of the title of a call so much is looked through, and the first part of that shown. */
export const TOOL_TITLE_MAX_CHARS = 16 * 1024;

/** Files that a call may name; a human is asked about no more. */
export const PERMISSION_FILES = 1000;

/** Answers that a question may have. */
export const PERMISSION_OPTIONS = 20;

/** Fields of a form; nobody fills in more. */
export const FORM_FIELDS = 50;

/** What a form says above its fields; more is a document. */
export const FORM_MESSAGE_MAX_CHARS = 16 * 1024;

/** Of what an agent says, how much is taken up before the kernel looks for signals. */
export const SPEECH_SLICE_CHARS = 16 * 1024;

/** How long the kernel works on without looking for signals, where it can choose. */
export const WORK_SLICE_MS = 20;

/** What an agent says on and on is kept in entries of so much. */
export const TRANSCRIPT_ENTRY_MAX_CHARS = 64 * 1024;

/** What waits to be kept; the agent waits with more. */
export const TRANSCRIPT_WAITING_MAX_CHARS = 256 * 1024;

/** A session of which more is kept cannot be resumed by any model. */
export const TRANSCRIPT_MAX_BYTES = 64 * 1024 * 1024;

/** A first boot, and its second try, which goes on from what is there. */
export const BIRTH_TRIES = 2;

/** Questions and answers in one birth; a conversation without end is no first boot. */
export const BIRTH_TURNS = 40;

/** Requests of the agent that a boot record lists one by one; later ones are only counted. */
export const RECORD_MAX_GATE_ENTRIES = 1000;

/** Notices that a boot record lists; later ones are only counted. */
export const RECORD_MAX_NOTICES = 1000;

/** Turns of a chat in one record, with who spoke; more are counted only. */
export const RECORD_MAX_TURNS = 1000;

/** The boot record goes on in another file behind so much: a year of a heartbeat every half hour takes a dozen. */
export const RECORD_SEGMENT_BYTES = 4 * 1024 * 1024;

/** An entry of the boot record is shorter: what it lists has limits. */
export const RECORD_ENTRY_MAX_BYTES = 2 * RECORD_SEGMENT_BYTES;

/** Boots that an auditor tells apart, by what its rules look at; a record of more was not written by kernels. */
export const RECORD_SHAPES = 10_000;

/** Of the boot record so much is read at a time. */
export const RECORD_READ_BYTES = 256 * 1024;

/** A .git/index larger than this is not searched for bootstrap instructions: what comes of it is a warning, not worth the time. */
export const GIT_INDEX_MAX_BYTES = 64 * 1024 * 1024;

/** Terminals that a session may have open at once; each is a process and the end of its output. */
export const SHELL_TERMINALS = 8;

/** Of a command's output, how much before the part that is shown is looked through: no credential is longer. */
export const SHELL_CONTEXT_BYTES = 64 * 1024;

/** A command that prints more has lost its way, and reading on would keep the kernel from its work. */
export const SHELL_PRINTED_MAX_BYTES = 64 * 1024 * 1024;

/** The largest file that a command may write to its scratch folder. */
export const SHELL_FILE_MAX_BYTES = 256 * 1024 * 1024;

/** A command with its words; Linux starts none that is longer. */
export const SHELL_COMMAND_MAX_CHARS = 2 * 1024 * 1024;

/** How long the pipes of an ended process are read on, should something that it left behind hold them open. */
export const CHILD_DRAIN_MS = 1000;

/** Values that are looked for in each text of a shell; one that holds more credentials is withheld as a whole. */
export const SHELL_CREDENTIALS = 500;

/** A call of a tool as a question by file: what a message may hold. */
export const SPOOL_QUESTION_MAX_BYTES = AGENT_MESSAGE_MAX_BYTES;

/** Such questions that are answered at the same time; an agent that asks more waits, and so does nobody else. */
export const SPOOL_QUESTIONS = 16;

/** Files in the folder of a session's tools; whoever puts more there does not ask. */
export const SPOOL_FILES = 1000;

/** Questions that are answered at the same time hold so many bytes together; the next one waits. */
export const SPOOL_QUESTIONS_MAX_BYTES = SPOOL_QUESTION_MAX_BYTES;

/** How often it is looked for questions where the system gives no watch on a folder. */
export const SPOOL_LOOK_MS = 100;

/** Tunnels that the processes of a session may have open at once; programs keep a few and reuse them. */
export const NETWORK_TUNNELS = 64;

/** How long a host may take to accept a connection, all its addresses together. */
export const NETWORK_CONNECT_MS = 10_000;

/** Refused hosts that are named to the owner one by one; who asks for so many is guessing. */
export const NETWORK_REFUSALS_NAMED = 20;

/** Texts of more lines are not merged: nobody curates them, and comparing them would hold the kernel up. */
export const MERGE_MAX_LINES = 20_000;

/** Texts that are more lines apart are not merged: the cost of comparing grows with the square of it. */
export const MERGE_MAX_EDITS = 500;

/** Places of a text that are named one by one; who finds so many knows what to think of it. */
export const UNTRUSTED_FINDINGS_MAX = 100;

/** How long a line that was taken out of MEMORY.md stays private: an agent could move it first and tell it later. */
export const REMOVED_LINES_DAYS = 90;

/** A search for more characters is cut: nobody remembers a line by so much of it. */
export const SEARCH_QUERY_MAX_CHARS = 400;

/** Words of a search that count; one bit each. */
export const SEARCH_TERMS_MAX = 16;

/** Hits that a search shows where nobody says how many are wanted. */
export const SEARCH_HITS = 20;

/** Hits that a search shows at most: nobody reads more, and a model pays for each. */
export const SEARCH_HITS_MAX = 100;

/** Lines that a search of what was said shows of one session. */
export const TRANSCRIPT_HITS_MAX = 3;

/** Of a longer line a hit shows the part that matters. */
export const SEARCH_LINE_MAX_CHARS = 400;

/** A note for the log of a day by `yamo mcp`; more is a document, and no note. */
export const NOTE_MAX_CHARS = 8000;

/** What one search looks through; logs that are older than that are left out, which is told. */
export const SEARCH_MAX_BYTES = 64 * 1024 * 1024;

/** How old the time of a file must be to be trusted: a file system may give two changes one time. */
export const FILE_SETTLED_MS = 2000;

/** How long an answer waits for an index to catch up with the files; what is behind then is searched by words. */
export const MESH_CATCH_UP_MS = 5000;

/** How long an index believes that it was told of every change: some disks tell of none. */
export const MESH_COMPARE_MS = 5000;

/** How long the process of the mesh may take for an answer: milliseconds, and on a machine at its limits seconds. */
export const MESH_ANSWER_MS = 30_000;

/** How long it may take for a batch of texts: more than the slowest disk needs. */
export const MESH_SYNC_MS = 60_000;

/** How long the index waits for another process that writes to it. */
export const MESH_BUSY_MS = 10_000;

/** How long a database of the daemon waits for another process that writes to it. */
export const DATABASE_BUSY_MS = 5000;

/** After which time a workspace that failed is tried again; twice as long each time. */
export const RETRY_FIRST_MS = 60_000;

/** The longest time after which it is. */
export const RETRY_LAST_MS = 60 * 60_000;

/** So long a workspace that failed is left alone after a change of its files: editors save in several steps. */
export const RETRY_SETTLE_MS = 500;

/** How often it is looked whether a workspace is still there, where the system does not tell. */
export const PRESENCE_LOOK_MS = 5_000;

/** How long a session's agent runs while nobody speaks. */
export const IDLE_MS = 10 * 60_000;

/** How long turns that run may go on when the daemon ends; then they are cancelled. */
export const DRAIN_MS = 30_000;

/** Where a daemon is found whose workspaces say nothing of it. */
export const DAEMON_PORT = 18_790;

/** What one request, or one frame, may hold. */
export const BODY_MAX_BYTES = 8 * 1024 * 1024;

/** What one message to an agent holds at most, with the texts that are attached to it. */
export const SAY_MAX_CHARS = 1_000_000;

/** Texts that are attached to one message. */
export const ATTACHED_TEXTS = 20;

/** The name of one of them. */
export const ATTACHED_NAME_MAX_CHARS = 300;

/** What an adapter may say in one frame: what chats bring is smaller by far, and larger things are fetched. */
export const ADAPTER_FRAME_MAX_BYTES = 1024 * 1024;

/** What an adapter may be told in one frame: a file that is sent, in Base64, and what stands around it. */
export const ADAPTER_TOLD_MAX_BYTES = 2 * FILE_MAX_BYTES;

/** A provider's own name of a message, a chat or an event. */
export const ADAPTER_KEY_MAX_CHARS = 512;

/** A reason that an adapter gives. */
export const ADAPTER_TEXT_MAX_CHARS = 1000;

/** Messages of a provider that one of ours may become. */
export const ADAPTER_IDS = 100;

/** So long a provider may have us wait at most. */
export const ADAPTER_WAIT_MAX_MS = 24 * 60 * 60_000;

/** Events of one adapter that nobody has dealt with; with more it is not read until there are fewer. */
export const ADAPTER_EVENTS_OPEN = 10_000;

/** Messages that one adapter sends at the same time, each in another chat. */
export const ADAPTER_SENDS = 16;

/** How often a message is given to an adapter that says each time to come again. */
export const ADAPTER_SEND_TRIES = 20;

/** After which time it is given again at the least; twice as long each time, so that an outage of four hours loses nothing. */
export const ADAPTER_SEND_FIRST_MS = 125;

/** The longest time after which it is, where its provider asks for no longer one. */
export const ADAPTER_SEND_LAST_MS = 60 * 60_000;

/** After which time an adapter that ended is started again; twice as long each time. */
export const ADAPTER_RETRY_FIRST_MS = 1000;

/** The longest time after which it is. */
export const ADAPTER_RETRY_LAST_MS = 5 * 60_000;

/** An adapter that ran for so long begins with the first time again. */
export const ADAPTER_STEADY_MS = 60_000;

/** Changes of its state that an adapter may tell of in a minute; each is an event for every client. */
export const ADAPTER_STATES_A_MINUTE = 60;

/** Of what an adapter prints so much is kept, until the next of it comes. */
export const ADAPTER_LOG_MAX_CHARS = 64 * 1024;

/** How long an adapter may take to end when it is told to, before it is asked by a signal, and then to be killed. */
export const ADAPTER_EXIT_MS = 2000;

/** How long it is known where the logins of other programs are (N15). */
export const CREDENTIAL_SYNC_MS = 15 * 60_000;

/** How long a hook point waits for an automation that blocks it and has no time of its own. */
export const AUTOMATION_WAIT_MS = 30_000;

/** Workers of a workspace that work at the same time, for all its managers. */
export const WORKERS_AT_ONCE = 4;

/** Workers that one session of a manager can start in all: more is a loop. */
export const WORKERS_PER_SESSION = 100;

/** How long a worker may work on what it was told, with its start and with questions that wait for an answer. */
export const WORKER_MAX_MS = 15 * 60_000;

/** How often a worker can be told something. */
export const WORKER_TURNS = 10;

/** What a worker may ask of the gate for one thing that it was told. */
export const WORKER_TOOL_CALLS = 200;

/** How often the same request of a worker fails in the same way while nothing is written: more is a loop. */
export const WORKER_SAME_ERRORS = 5;

/** How long an agent that was asked to stop has for it; then its process is ended. */
export const TURN_STOP_MS = 5000;

/** What a worker is told; a file can hold the rest. */
export const WORKER_TASK_MAX_CHARS = 20_000;

/** What is kept of what a worker reports, and shown to its manager. */
export const WORKER_RESULT_MAX_CHARS = 16_000;

/** What a worker is given of memory. */
export const WORKER_MEMORY_MAX_CHARS = 16_000;

/** How long a manager waits for its workers if it does not say: less than clients wait for a tool by default. */
export const WAIT_DEFAULT_SECONDS = 45;

/** And at most. */
export const WAIT_MAX_SECONDS = 600;

/** The longest time that an automation can be given. */
export const AUTOMATION_MAX_MS = 60 * 60_000;

/** How long an automation may go on when the service ends, to keep what it has. */
export const AUTOMATION_END_MS = 1000;

/** How long a login of `yamo open` works. */
export const LOGIN_MS = 60_000;

/** A browser that was not seen for so long has to log in again. */
export const DEVICE_DAYS = 90;

/** So many browsers are known; the one that was not seen for the longest makes room. */
export const DEVICES_MAX = 100;

/** What a browser may say in one report of the policy of its page. */
export const CSP_REPORT_MAX_BYTES = 8 * 1024;

/** How often one address may report something. */
export const CSP_REPORTS_A_MINUTE = 30;

/** How often one address may try a login. */
export const LOGINS_A_MINUTE = 10;

/** How often one client may say something. */
export const SENDS_A_MINUTE = 60;

/** How long a command may take that the daemon runs for a client. */
export const OWN_COMMAND_MS = 120_000;

/** What it may print: the report of a large workspace has some megabytes. */
export const OWN_COMMAND_OUTPUT_CHARS = 32 * 1024 * 1024;

/** Boot records that a client is shown at once: each has some kilobytes. */
export const RECORDS_SHOWN = 100;

/** What a day of memory shows of a message, and of an answer. */
export const TIMELINE_TEXT_CHARS = 300;
/** Sentences that are told of a day of memory; the rest is counted. */
export const TOLD_SENTENCES = 12;

/** Days whose events are counted at most. */
export const COUNTED_DAYS_MAX = 400;

/** A patch that somebody says they have seen. */
export const PATCH_MAX_CHARS = 4 * 1024 * 1024;

/** Commands of one workspace that are asked for at once; they run one after the other. */
export const OWN_COMMANDS_WAITING = 8;

/** What may wait for a client that reads slowly, before it gets nothing more until it has taken that. */
export const READER_BUFFER_MAX_BYTES = 256 * 1024;

/** What a client may have asked for over one WebSocket that has no answer yet. */
export const SOCKET_ASKED_MAX = 256;

/** Prepared statements that a database keeps. */
export const STATEMENTS_CACHED = 200;

/** Texts that are handed over together; the next ones are read meanwhile. */
export const MESH_BATCH_CHARS = 512 * 1024;

/** Texts that an embedder gets at once: a local model goes through them in a second or two. */
export const EMBEDDING_BATCH = 32;

/** Places that are read again at once to have their texts embedded. */
export const EMBEDDING_ROUND = 512;

/** Of a text so much is embedded: what models look at is shorter, or not much longer. */
export const EMBEDDING_TEXT_MAX_CHARS = 8000;

/** How long an embedder may take for a batch: a large model on a small machine. */
export const EMBEDDING_MS = 120_000;

/** How long an embedder that failed is left alone: each answer would wait for it otherwise. */
export const EMBEDDING_PAUSE_MS = 60_000;

/** What an embedder answers to a batch at most: 32 vectors of 8,192 numbers take 6 MB. */
export const EMBEDDING_ANSWER_MAX_BYTES = 16 * 1024 * 1024;

/** Numbers of a vector; those of today have up to 4,096. */
export const EMBEDDING_MAX_DIMENSIONS = 8192;

/** How long the process of the mesh may take to end after its last question. */
export const MESH_EXIT_MS = 1000;

/** So long after its last question the process of the mesh ends: it takes memory, and starts in a moment. */
export const MESH_IDLE_MS = 5 * 60 * 1000;

/** Places of memory that a turn gets at most: more would bury what was asked. */
export const RECALLED_HITS = 8;

/** Of a place that an index finds so much is shown; units are shorter, but for a long line. */
export const MESH_HIT_MAX_CHARS = 2000;

/** The longest path that Linux takes (PATH_MAX). */
export const PATH_MAX_CHARS = 4096;

/** Such files that one search looks through, beside memory; each is opened. */
export const WORK_SEARCH_FILES = 2000;

/** Folders that one search goes through for them. */
export const WORK_SEARCH_FOLDERS = 500;

/** A larger file of the kind is data rather than notes, and is left out of a search. */
export const WORK_SEARCH_FILE_MAX_BYTES = 1024 * 1024;

/** A prompt of an editor, with what is attached to it: no model takes more. */
export const EDITOR_PROMPT_MAX_CHARS = 4_000_000;

/** How long the value of a credential stays in memory; a provider may take it back at any time (N15). */
export const CREDENTIAL_HELD_MS = 15 * 60 * 1000;

/** A file with a credential that holds more is none: those of other programs take a few kilobytes. */
export const CREDENTIAL_FILE_MAX_BYTES = 1024 * 1024;

/** The longest credentials are signed tokens of some kilobytes; servers refuse headers of more. */
export const CREDENTIAL_MAX_CHARS = 16_384;

/** How long a keychain may take to answer: its owner may be typing the password that opens it. */
export const KEYCHAIN_WAIT_MS = 60_000;

/** How long the end of a session may work on the removal of its scratch folder; later boots continue with what is left. */
export const SCRATCH_REMOVAL_MS = 10_000;

/** The same where somebody waits: at the start of a boot, and after a signal, which is answered within a second. */
export const SCRATCH_REMOVAL_HURRIED_MS = 500;

/** How often it is looked what an agent keeps; that takes microseconds where nothing has changed. */
export const USAGE_LOOK_MS = 1000;

/** Files and folders in the scratch folder of a session: two large trees of packages; removing them takes seconds. */
export const SCRATCH_FILES = 200_000;

/** Files in `/tmp`, and again in `/dev/shm`: each takes a kilobyte of the system's memory, which no size limits. */
export const MEMORY_FILES = 50_000;

/** A unit of memory of fewer words says too little to be found by itself. */
export const CHUNK_MIN_WORDS = 8;

/** A longer unit of memory is about several things, and takes too much of a turn. */
export const CHUNK_MAX_TOKENS = 500;

/** Of a query no more words are searched for. */
export const RECALL_TERMS_MAX = 64;

/** Units that hold a word of the query, best first, which are scored closely. */
export const RECALL_CANDIDATES = 100;

/** Of these the first so many bring their neighbours along as candidates. */
export const RECALL_WITH_NEIGHBOURS = 40;

/** Sessions of which it is asked how well they answer as a whole. */
export const RECALL_SESSIONS = 200;

/** Of a stretch of days, the newest so many units are looked at. */
export const RECALL_WINDOW_UNITS = 5000;

/** A unit of memory that is longer in spite of its few tokens is no text; RFC-0011 takes in no more either. */
export const RECALL_UNIT_MAX_CHARS = 100_000;

/** An export of memories that is larger was made by no person's workspace. */
export const MESH_IMPORT_MAX_BYTES = 256 * 1024 * 1024;

/** Lessons that are shown to whoever acts by them; more is a manual. */
export const LESSONS_ACTIVE = 10;

/** What they may take together in the first turn, by our own count. */
export const LESSONS_MAX_TOKENS = 400;

/** A log that is put away, shown or removed by its owner; a longer one is no log, and would hold the machine up. */
export const LOG_MAX_BYTES = 64 * 1024 * 1024;

/** Logs of the past week hold what nobody has reviewed: they go with the owner's word only (§5.2). */
export const LOG_KEEP_DAYS = 7;

/** Logs that are older should have been reviewed (§5.2). */
export const LOG_REVIEW_DAYS = 30;

/** How long the journal of memory keeps the texts of what was changed or removed, so that it can be undone. */
export const JOURNAL_DAYS = 90;

/** Logs that are put away or removed at a time: sessions that want to write wait no longer than that takes. */
export const LOGS_AT_ONCE = 25;

/** What one entry of that journal holds; changes of more are several entries. */
export const JOURNAL_ENTRY_MAX_BYTES = 32 * 1024 * 1024;

/** Of a proposal for MEMORY.md: what one session has to say of a week is less. */
export const PROPOSAL_ENTRIES = 40;

/** An entry of MEMORY.md is one line that is read at every start. */
export const PROPOSAL_ENTRY_MAX_CHARS = 400;

/** Why a line goes is said in a sentence. */
export const PROPOSAL_WHY_MAX_CHARS = 200;

/** Proposals that wait for their human hold no more entries together. */
export const PROPOSALS_WAITING_MAX = 120;

/** Parts of proposals for MEMORY.md that their owner gave up, of which so many are known again. */
export const GIVEN_UP_MAX = 1000;

/** Curation reads the logs of so many days (§5.3). */
export const CURATION_DAYS = 7;

/** Above this, widespread hosts cut a file of the workspace, and say nothing. */
export const INJECTED_MAX_CHARS = 20_000;

/** Widespread hosts put no more than this of all files together into a prompt, in characters. */
export const INJECTED_TOTAL_CHARS = 60_000;

/** Some of them, in their newer versions, cut it here already. */
export const INJECTED_CAREFUL_CHARS = 12_000;

/** Fewer lines than this are no loss of a memory, however short it is. */
export const MEMORY_LOSS_LINES = 3;

/** What the end of a session waits for an agent that writes down what must last: a request or two of a model. */
export const WRITE_DOWN_MS = 60_000;

/** How often the agent is woken where nobody says otherwise: often enough for a calendar, and two turns an hour are affordable. */
export const HEARTBEAT_SECONDS = 30 * 60;

/** A turn of a model takes about as long; more often, and the agent would do nothing else. */
export const HEARTBEAT_MIN_SECONDS = 60;

/** A heartbeat that is rarer than that is one that nobody remembers. */
export const HEARTBEAT_MAX_SECONDS = 30 * 24 * 60 * 60;

/** How often the clock is looked at, at most, while a heartbeat waits: the machine may have slept, or its clock been set. */
export const HEARTBEAT_LOOK_SECONDS = 60;

/** Missed heartbeats that are counted, at most: a week of one a minute. */
export const MISSED_MAX = 10_000;

/** How often an installed timer looks, at the least: so long a heartbeat may wait after a busy session is over. */
export const HEARTBEAT_TICK_SECONDS = 5 * 60;

/** A turn that nobody attends is stopped after so long: an agent that hangs would keep all later ones from coming. */
export const HEARTBEAT_TURN_MS = 15 * 60 * 1000;

/** Words of heartbeats that are kept for their human: the last day of one an hour. */
export const HEARTBEAT_SAID_MAX = 20;

/** A heartbeat says a few plain words; more of one is in its session. */
export const HEARTBEAT_SAID_CHARS = 4000;

/** The command that hears what a heartbeat says sends a message somewhere; one that hangs would keep the next heartbeat. */
export const HEARTBEAT_TELL_MS = 30_000;

/** A time that lies no further ahead is now: clocks are corrected by seconds while programs run. */
export const CLOCK_SLACK_SECONDS = 60;

/** What is larger is no time in seconds but one in milliseconds (the year 5138; schemas/heartbeat-state.schema.json). */
export const EPOCH_MAX_SECONDS = 100_000_000_000;

/** The name of a check is a word or two. */
export const CHECK_NAME_MAX_CHARS = 80;

/** Checks that memory/heartbeat-state.json holds at most: a checklist has a dozen. */
export const CHECKS_MAX = 500;

/** An event of a host is a tool call with its output at most; a larger one is a mistake or an attack. */
export const HOOK_EVENT_MAX_BYTES = 16 * 1024 * 1024;

/** A host writes its event and closes; where it does not, a refusal comes before the host has waited for long enough to go on without one. */
export const HOOK_EVENT_MS = 5000;

/** A command of a host that is read; Linux starts no program with a longer argument. */
export const HOOK_COMMAND_CHARS = 128 * 1024;

/** Names in a folder and below it that are looked at for files that a hook guards, where a tool takes it as a whole. */
export const HOOK_WALK_NAMES = 10_000;

/** Paths of one tool call that are judged, each in a millisecond at most; a host does not wait for an answer for ever. */
export const HOOK_PATHS = 500;

/** Edits of one call that are tried on the file; each goes through all of it. */
export const HOOK_EDITS = 100;

/** Texts in one output of a tool, or folders in folders; what is more is no output of a tool. */
export const HOOK_TEXTS = 10_000;

/** Characters of what a tool writes, and of its output: what is more is not looked through in the time that a host waits. */
export const HOOK_TEXT_CHARS = 1024 * 1024;

/** Lists in lists, likewise. */
export const HOOK_OUTPUT_DEPTH = 100;

/** Decisions of a long-lived hook that let something pass are recorded together, so much later at most. */
export const HOOK_RECORD_DELAY_MS = 1000;

/** Workspaces that a long-lived hook keeps open; an agent may name any number of folders. */
export const HOOK_WORKSPACES = 16;
/** Sessions of which a long-lived hook remembers whether they began as main; more are under way on no gateway. */
export const HOOK_SESSIONS = 10_000;

/** How long a boot under `yamo conform` may take, traced and on a busy machine; a longer one hangs. */
export const CONFORM_BOOT_MS = 20_000;

/** A kernel under test that is held at a call, so that another process can come between. */
export const CONFORM_HOLD_MS = 1200;

/** What a kernel under test may write to the disk, with the trace of its calls. */
export const CONFORM_DISK_MAX_BYTES = 512 * 1024 * 1024;

/** The trace of one boot of a kernel under test; that of yamo has some 3 MB. */
export const CONFORM_TRACE_MAX_BYTES = 256 * 1024 * 1024;

/** What a kernel under test may print; of more it is ended. */
export const CONFORM_OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

/** Processes of a kernel under test at once; a boot has some ten. */
export const CONFORM_PROCESSES_MAX = 200;

/** Memory that all processes of a kernel under test may have at once. */
export const CONFORM_MEMORY_MAX_BYTES = 3 * 1024 * 1024 * 1024;

/** Writes of MEMORY.md that were explained in the sessions of hosts; whoever is told of more is told of one again. */
export const HOOK_LOSSES = 100;

/** What a backup reads and writes at once. */
export const BACKUP_CHUNK_BYTES = 1024 * 1024;

/** A part of a backup that stays in memory: one row of the state, or one journal. */
export const BACKUP_PART_MAX_BYTES = 256 * 1024 * 1024;

/** The longest text of one piece of knowledge in the databases of a workspace. */
export const KNOWLEDGE_MAX_CHARS = 1000;

/** So many proposals of automations wait for their owner; what is proposed beyond them is left out. */
export const PROPOSALS_OPEN_MAX = 500;

/** So much of what was said in a turn stands in its episode. */
export const EPISODE_PART_CHARS = 400;

/** Of a turn that is longer, no more is looked through for what is worth keeping. */
export const LEARNED_FROM_CHARS = 20_000;

/** What one turn proposes at most. */
export const LEARNED_A_TURN = 20;

/** So many of the newest pieces of knowledge are searched for a worker. */
export const KNOWN_SEARCHED = 2000;

/** So many are told to a worker. */
export const KNOWN_TOLD = 8;

/** How long they are together. */
export const KNOWN_TOLD_CHARS = 4000;

/** How long a question to the databases may take; then its process is killed. */
export const QUERY_MS = 3000;

/** How long a question to the databases may be. */
export const QUERY_MAX_CHARS = 4000;

/** Rows of an answer of the databases. */
export const QUERY_ROWS = 200;

/** How long an answer of the databases may be. */
export const QUERY_RESULT_MAX_CHARS = 32_000;

/** So many of the newest rows of a table are asked. */
export const QUERY_COPIED_ROWS = 20_000;

/** What SQLite may take of memory to answer. */
export const QUERY_HEAP_BYTES = 64 * 1024 * 1024;

/** After so many runs an automation thinks about them, and after each that failed. */
export const REFLECT_EVERY = 20;

/** How long a file of what an automation has learned may become. */
export const REFLECTION_FILE_CHARS = 8000;

/** How long one line of it may be. */
export const REFLECTION_LINE_CHARS = 300;

/** Of a text from outside so much is read; a message of Telegram has a quarter of it. */
export const OUTSIDE_TEXT_MAX_CHARS = 16_000;

/** Quotes, lists and brackets in each other, in a text from outside. */
export const OUTSIDE_TEXT_DEPTH = 32;

/** Openings of quotes, lists and brackets in a text from outside: parsers take time by their square. */
export const OUTSIDE_TEXT_OPENINGS = 500;

/** How long a code pairs an account. */
export const CHAT_CODE_MS = 10 * 60_000;

/** How often something else may be said before a code counts no more: of codes there are 2 to the 40th. */
export const CHAT_CODE_TRIES = 20;

/** Chats that are answered at the same time; each is a process of an agent. */
export const CHAT_TURNS = 8;

/** Chats whose agents have a process while nobody speaks there: those that spoke last. */
export const CHAT_AWAKE = 8;

/** Messages of chats that are held in memory until they are answered; the others wait on the disk. */
export const CHAT_QUEUE = 500;

/** How often a message is begun that a daemon did not live to answer. */
export const CHAT_TRIES = 3;

/** What one person may say to the agent where others are, in `CHAT_PACE_MS`; more is not answered. */
export const CHAT_PACE_MESSAGES = 20;

/** In which a person who speaks to the agent is counted. */
export const CHAT_PACE_MS = 60_000;

/** People who are counted at the same time. */
export const CHAT_PACE_PEOPLE = 10_000;

/** A provider shows for some seconds that an answer is being made; then it is told again. */
export const CHAT_TYPING_MS = 4500;

/** How long the owner may take to decide what is forgotten of somebody; after that nothing is. */
export const CHAT_FORGET_MS = 7 * 24 * 60 * 60_000;

/** An answer that is whole so soon after its first words is not shown before. */
export const CHAT_DRAFT_MS = 250;

/** The least time between two edits of an answer that is being made: Telegram takes twenty a minute in a group. */
export const CHAT_EDIT_MS = 3000;

/** What Telegram takes as one message, in UTF-16 units. */
export const TELEGRAM_MESSAGE_MAX_CHARS = 4096;

/** What Slack advises for one message, in UTF-16 units: it cuts off at ten times as much, and escaped ones count as five. */
export const SLACK_MESSAGE_MAX_CHARS = 4000;

/** What Discord takes as one message, in UTF-16 units. */
export const DISCORD_MESSAGE_MAX_CHARS = 2000;

/** Of the newest events so many are looked at for where an adapter goes on in each channel. */
export const ADAPTER_LAST_EVENTS = 2000;

/** How far the clock of a program may be off that signs what it says. */
export const WEBHOOK_CLOCK_MS = 5 * 60_000;

/** What a webhook sends as one message; whoever takes it cuts it as it likes. */
export const WEBHOOK_MESSAGE_MAX_CHARS = 100_000;
