"""A kernel that does what RFC-0009 asks for, in Python's standard library, with bubblewrap.

    python3 sound.py acp|container main|shared WORKSPACE 'AGENT COMMAND'

acp: its agent sees an empty workspace, speaks the Agent Client Protocol, and asks for each file.
container: its agent has a root of its own with a copy of the files that are loaded, takes its prompt from standard
input, and works there; what it may change is taken over when it has ended.
"""

import datetime
import fcntl
import hashlib
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys

_, form, session, ws, agent = sys.argv
main = session == "main"
HEADER = b"YAMO-NATIVE KERNEL ACTIVE"
INSTRUCTIONS = ("BOOTSTRAP.md", "BOOTSTRAP.yamo")
MAX_BYTES = 1 << 20
state = os.path.join(os.environ["XDG_STATE_HOME"], "sound", hashlib.sha256(ws.encode()).hexdigest()[:16])
born = os.path.join(state, "born")
now = datetime.datetime.now(datetime.timezone.utc)
today = f"memory/{now:%Y-%m-%d}.md"
yesterday = f"memory/{now - datetime.timedelta(days=1):%Y-%m-%d}.md"
WHO = ["AGENTS.md", "SOUL.md", "USER.md"]
LOADED = WHO + ([today, yesterday, "MEMORY.md"] if main else [])
READABLE = LOADED + (["HEARTBEAT.md", "TOOLS.md", "memory/heartbeat-state.json"] if main else [])
WRITABLE = ["USER.md", "AGENTS.md", "MEMORY.md", "HEARTBEAT.md", "TOOLS.md"] if main else []


class Refusal(Exception):
    pass


def read(name):
    try:
        with open(os.path.join(ws, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def replace(name, content):
    path = os.path.join(ws, name)
    with open(f"{path}.tmp", "wb") as file:
        file.write(content)
        os.fsync(file.fileno())
    os.replace(f"{path}.tmp", path)
    os.fsync(root)


def append(text):
    os.makedirs(os.path.join(ws, "memory"), exist_ok=True)
    title = "" if os.path.exists(os.path.join(ws, today)) else f"# Memory — {now:%Y-%m-%d}\n"
    with open(os.path.join(ws, today), "a", encoding="utf-8") as log:
        log.write(title + text)


def note(line):
    append(f"\n## Session [{now:%H:%M}]\n\n- {line}\n")


def examined(name):
    """What lies there, or None where nothing does; whatever else keeps it from being looked at is raised."""
    try:
        return os.stat(name, dir_fd=root, follow_symlinks=False)
    except FileNotFoundError:
        return None


def look(name):
    found = examined(name)
    if found is None:
        return None
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1 or found.st_size > MAX_BYTES:
        raise Refusal(f"{name} is no plain file, has another name, or is too large")
    if not main or os.path.exists(born):
        raise Refusal(f"{name} is for the first boot, in a main session")
    return found


def take(name):
    found = look(name)
    if found is None:
        return None
    fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=root)
    content = b""
    while piece := os.read(fd, MAX_BYTES):
        content += piece
    if len(content) != found.st_size or b"\0" in content:
        raise Refusal(f"{name} ended early, or is binary")
    content.decode("utf-8")
    os.unlink(name, dir_fd=root)
    if examined(name) is not None:
        raise Refusal(f"{name} is there again")
    after = os.fstat(fd)
    if after.st_nlink > 0 or (after.st_size, after.st_mtime_ns) != (found.st_size, found.st_mtime_ns):
        raise Refusal(f"{name} still has a name, or was changed")
    os.fsync(root)
    os.close(fd)
    return content


def may_write(name, content, is_first):
    """Whether an agent may make a file this content."""
    if b"sk-ant-" in content:
        return False
    if is_first and name in ("SOUL.md", "USER.md"):
        return examined(name) is None
    if main and name == today:
        return content.startswith(read(today) or b"")
    return name in WRITABLE


def in_container(prompt, is_first):
    view = os.path.join(state, "view")
    shutil.rmtree(view, ignore_errors=True)
    os.makedirs(os.path.join(view, "memory"))
    copies = {} if is_first else {name: text for name in LOADED if (text := texts.get(name))}
    for name, content in copies.items():
        with open(os.path.join(view, name), "wb") as file:
            file.write(content)
    system = [path for path in ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc") if os.path.lexists(path)]
    own = [word for word in shlex.split(agent) if word.startswith("/") and os.path.exists(word)]
    binds = [word for path in system + own for word in ("--ro-bind", path, path)]
    words = ["bwrap", *binds, "--dev", "/dev", "--proc", "/proc", "--bind", view, ws, "--unshare-all", "--die-with-parent"]
    subprocess.run([*words, "--", "sh", "-c", agent], input=prompt, stdout=subprocess.DEVNULL, check=True)
    for name in ["SOUL.md", "USER.md"] if is_first else WRITABLE + [today]:
        path = os.path.join(view, name)
        if os.path.isfile(path) and not os.path.islink(path):
            with open(path, "rb") as file:
                content = file.read()
            if content != copies.get(name) and may_write(name, content, is_first):
                replace(name, content)
    shutil.rmtree(view)


def by_protocol(prompt, is_first):
    view = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", ws, "--remount-ro", ws]
    words = [*view, "--unshare-pid", "--unshare-net", "--die-with-parent", "--", "sh", "-c", agent]
    child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(message):
        child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        child.stdin.flush()

    def served(method, params):
        name = os.path.relpath(params.get("path", ws), ws)
        if method == "fs/read_text_file" and name in READABLE and not is_first:
            return {"result": {"content": (read(name) or b"").decode()}}
        content = params.get("content", "").encode()
        if method == "fs/write_text_file" and may_write(name, content, is_first):
            replace(name, content)
            return {"result": {}}
        return {"error": {"code": -32000, "message": "denied"}}

    capabilities = {"fs": {"readTextFile": True, "writeTextFile": True}}
    send({"id": 1, "method": "initialize", "params": {"protocolVersion": 1, "clientCapabilities": capabilities}})
    for line in child.stdout:
        message = json.loads(line)
        if "method" in message:
            if "id" in message:
                send({"id": message["id"], **served(message["method"], message["params"])})
        elif message["id"] == 1:
            send({"id": 2, "method": "session/new", "params": {"cwd": ws, "mcpServers": []}})
        elif message["id"] == 2:
            words = [{"type": "text", "text": prompt.decode()}]
            send({"id": 3, "method": "session/prompt", "params": {**message["result"], "prompt": words}})
        else:
            child.kill()
            child.wait()
            return
    raise Refusal("the agent ended early")


turn = in_container if form == "container" else by_protocol
texts = {}


def boot():
    global root
    os.makedirs(state, mode=0o700, exist_ok=True)
    root = os.open(ws, os.O_RDONLY | os.O_DIRECTORY)
    owner = os.fstat(root)
    if owner.st_uid != os.getuid() or owner.st_mode & 0o002:
        raise Refusal("it belongs to somebody else, or everybody can write it")
    lock = open(os.path.join(state, "lock"), "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    names = os.listdir(root)
    log = examined(today) if examined("memory") else None
    if log is not None and (not stat.S_ISREG(log.st_mode) or log.st_nlink > 1):
        raise Refusal(f"{today} is a link")
    agents = read("AGENTS.md")
    if agents is not None and not re.match(rb"(?:\xef\xbb\xbf)?\s*" + HEADER + rb"[ \t]*(?:\r?\n|$)", agents):
        agents = HEADER + b"\n\n" + agents
        replace("AGENTS.md", agents)
        note("the header of AGENTS.md was put back")
    odd = [one for one in names if re.match(r"\.?bootstrap(?:\.|~|$)", one, re.I) and one not in INSTRUCTIONS]
    if odd:
        raise Refusal(f"{odd[0]} looks like a copy of the instructions")
    orders = [text for text in map(take, INSTRUCTIONS) if text is not None]
    if orders:
        turn(b"\n".join(orders), True)
        note("the first boot is done")
        open(born, "w").close()
    if examined("SOUL.md") is None:
        raise Refusal("there is neither BOOTSTRAP.md nor SOUL.md")
    for name in LOADED:
        texts[name] = agents if name == "AGENTS.md" else read(name)
    turn(b"\n".join(text for text in texts.values() if text is not None), False)
    note("a session")


try:
    boot()
except (Refusal, OSError, UnicodeError, subprocess.CalledProcessError) as error:
    sys.exit(f"The boot of {ws} is refused: {error}")
