const environment = `Environment:
  WEBHAND_API_KEY   the key, instead of a stored one
  WEBHAND_URL       the server, instead of a stored one
  CHROMIUM_BIN      the Chromium to start; Playwright's own by default
  NO_COLOR          no colours
  HTTPS_PROXY, with NODE_USE_ENV_PROXY=1   the proxy to the server
  NODE_EXTRA_CA_CERTS                      a file with the authorities of your own certificates`;

const codes = `Exit codes: 0 done · 1 failed · 2 wrong use · 3 a person is needed · 4 not signed in, or the key may not do this · 5 the server is
away · 130 cancelled`;

const texts = {
	webhand: `webhand: say what you want done on a web page

Usage:
  webhand login --url SERVER           store an API key; it is read from stdin
  webhand run "ORDER" --url PAGE       carry an order out in a browser of this computer
  webhand routine list                 routines that the key may run
  webhand routine run NAME [--csv F]   run a routine for the rows of a list; a runner or your browser does it
  webhand logout                       forget the key
  webhand COMMAND --help               what a command takes

Progress goes to stderr, results to stdout. A key is never an argument.

${environment}

${codes}`,
	login: `webhand login --url SERVER

Stores an API key for this server in $XDG_CONFIG_HOME/webhand/credentials.json (mode 0600). Make the key in the console under API keys, with
the scopes tasks:run, routines:run and routines:read, as far as you need them. It is asked for, or read from stdin:

  webhand login --url https://webhand.example.com < key.txt`,
	logout: `webhand logout

Removes the stored key from this computer. The key itself stays valid: revoke it in the console.`,
	run: `webhand run "ORDER" --url PAGE [options]

Opens PAGE in a Chromium of its own, without cookies, and carries ORDER out. What the task asks is asked in the terminal. Without a terminal
a question ends the task with code 3. No option answers yes beforehand: for that a routine has mandates.

  --url PAGE       the page to begin on
  --mode MODE      careful (usual): asks before each commit. autonomous: asks for commits, money, deletions and the like; presses other buttons
  --max-steps N    1 to 50 (50)
  --json           one JSON object a line on stdout: what happens, at last the result
  --headed         show the browser; needed where a person does something in the page
  --no-sandbox     start Chromium without its sandbox: where the system forbids it, or as root, where else only pages of this computer open.
                   Only in a container that is thrown away
  --server URL     another server than the stored one

${codes}`,
	routine: `webhand routine list [--json]
webhand routine run NAME [--csv FILE] [options]

\`webhand routine run --help\` shows the options.`,
	"routine list": `webhand routine list [--json]

Routines that the key may run: name, id and inputs, tab-separated. --json: one JSON object a line.`,
	"routine run": `webhand routine run NAME [options]

Starts a run of a routine and waits for its end. NAME is its whole name or its id. The server reads the list and matches columns to inputs
by name; a faulty cell starts nothing (code 2). The results are a CSV on stdout, as in the console.

  --csv FILE         CSV or XLSX with one row for each time; - for stdin. Without it the routine runs once, without values
  --browser WHO      runner (usual): a runner of the organization does it. mine: the browser where the owner of the key is signed in
  --label NAME       a label that the runner must have; may be repeated
  --dry-run          stop before each commit and show what would be sent
  --once-ever        skip rows that an earlier run did
  --patience S       stop the run when nothing happens for so many seconds: no browser takes it, a person is waited for (600)
  --json             one JSON object a line instead of the CSV
  --server URL       another server than the stored one

${codes}`,
} as const;

/** The help of a command. @throws never */
export function helpOf(name: keyof typeof texts): string {
	return texts[name];
}
