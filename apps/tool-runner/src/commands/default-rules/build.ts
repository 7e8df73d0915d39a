import type { DefaultRule } from "./write.ts";
import { allow, rule } from "./write.ts";

const scripts = ["test", "lint", "build", "typecheck", "check"];
const npmFlags = allow("-s --silent --if-present -w= --workspace= --workspaces --include-workspace-root");
const python = { program: "python3", env: { PYTHONDONTWRITEBYTECODE: "1" } };
// Without a network a toolchain is not fetched, it fails early.
const offlineGo = { GOPROXY: "off", GOTOOLCHAIN: "local", GOFLAGS: "-buildvcs=false" };

/**
 * Programs that run code of the workspace. The sandbox is what holds them; their flags only keep the intent clear, so that `node -e` is no
 * way to run a program that nobody has read.
 */
export const buildRules: readonly DefaultRule[] = [
	rule("build", {
		name: "npm-test",
		program: "npm",
		argvPrefix: ["test"],
		flags: npmFlags,
		positional: "any",
		match: ["npm test", "npm test --silent", "npm test -- --grep x"],
		notMatch: ["npm test --script-shell=x", "npm test --prefix x", "npm --prefix x test", "npm t", "npm exec x", "npm install"],
	}),
	rule("build", {
		name: "npm-run",
		program: "npm",
		argvPrefix: ["run", scripts],
		flags: npmFlags,
		positional: "any",
		match: ["npm run lint", "npm run build --if-present"],
		notMatch: ["npm run", "npm run deploy", "npm run lint --node-options=x", "npm run-script lint"],
	}),
	rule("build", {
		name: "pnpm-test",
		program: "pnpm",
		argvPrefix: ["test"],
		flags: { deny: ["--dir", "-C", "--script-shell", "--shell-emulator"] },
		positional: "any",
		match: ["pnpm test", "pnpm test --grep x"],
		notMatch: ["pnpm test --dir=x", "pnpm test -C x", "pnpm dlx x", "pnpm -C x test"],
	}),
	rule("build", {
		name: "pnpm-run",
		program: "pnpm",
		argvPrefix: ["run", scripts],
		flags: { deny: ["--dir", "-C", "--script-shell", "--shell-emulator"] },
		positional: "any",
		match: ["pnpm run typecheck"],
		notMatch: ["pnpm run deploy", "pnpm run lint --script-shell x", "pnpm exec x"],
	}),
	rule("build", {
		name: "node-file",
		program: "node",
		flags: allow("--enable-source-maps --no-warnings --trace-warnings --throw-deprecation --experimental-strip-types"),
		positional: "script",
		match: ["node a.js", "node --no-warnings src/a.ts --verbose -e x"],
		notMatch: [
			"node",
			"node -",
			"node -e x",
			"node --eval=x",
			"node -p x",
			"node -r x a.js",
			"node --import x a.js",
			"node /tmp/a.js",
			"node --inspect a.js",
		],
	}),
	rule("build", {
		name: "node-test",
		program: "node",
		argvPrefix: ["--test"],
		flags: allow(
			"--test-name-pattern= --test-skip-pattern= --test-only --test-concurrency= --test-timeout= --test-force-exit --test-reporter=",
		),
		match: ["node --test", "node --test test/a.test.js", "node --test --test-only"],
		notMatch: ["node --test -e x", "node --test --import=x", "node --test /tmp/a.js", "node --test --experimental-test-coverage"],
	}),
	rule("build", {
		...python,
		name: "python-file",
		flags: allow("-u -B -I -E -s -O"),
		positional: "script",
		match: ["python3 a.py", "python3 -u tools/a.py -c x"],
		notMatch: ["python3", "python3 -", "python3 -c x", "python3 -uc x", "python3 -m http.server", "python3 -i a.py", "python3 /tmp/a.py"],
	}),
	rule("build", {
		...python,
		name: "python-pytest",
		argvPrefix: ["-m", "pytest"],
		flags: { deny: ["--rootdir", "--confcutdir", "--basetemp", "--debug", "--pastebin"] },
		positional: "any",
		match: ["python3 -m pytest", "python3 -m pytest -k x tests"],
		notMatch: ["python3 -m pytest --rootdir=/", "python3 -m pytest --pasteb=all", "python3 -mpytest"],
	}),
	rule("build", {
		...python,
		name: "python-unittest",
		argvPrefix: ["-m", "unittest"],
		flags: { deny: [] },
		positional: "any",
		match: ["python3 -m unittest", "python3 -m unittest discover -s tests"],
		notMatch: ["python3 -m unittest2", "python3 -munittest"],
	}),
	rule("build", {
		name: "go",
		argvPrefix: [["test", "vet", "build"]],
		flags: { deny: ["-exec", "-toolexec", "-vettool", "-C", "-overlay", "-modfile"] },
		positional: "any",
		env: offlineGo,
		match: ["go test ./...", "go vet ./...", "go build -o bin/a ./cmd/a", "go test -run TestA -v ./a"],
		notMatch: [
			"go test -exec x ./...",
			"go test --exec=x ./...",
			"go test -run -- -exec x",
			"go build -toolexec=x ./...",
			"go vet -vettool=x ./...",
			"go run a.go",
			"go generate",
			"go get x",
			"go -C x test",
		],
	}),
	rule("build", {
		name: "cargo",
		argvPrefix: [["test", "check"]],
		flags: { deny: ["--config", "-Z", "-C", "--manifest-path", "--target-dir"] },
		positional: "any",
		env: { CARGO_NET_OFFLINE: "true" },
		match: ["cargo test", "cargo check --all-targets", "cargo test name -- --nocapture"],
		notMatch: ["cargo test --config x", "cargo check --conf=x", "cargo test -vZ x", "cargo run", "cargo install x", "cargo +nightly test"],
	}),
	rule("build", {
		name: "ruff-check",
		program: "ruff",
		argvPrefix: ["check"],
		flags: allow(
			`-q --quiet -v --verbose -s --silent --fix --no-fix --unsafe-fixes --diff --show-fixes --statistics --output-format= --select= --ignore=
			--extend-select= --line-length= --target-version= --preview --no-cache -n --isolated -e --exit-zero --exclude=`,
		),
		match: ["ruff check", "ruff check --fix src", "ruff check --select=E,F ."],
		notMatch: ["ruff check --config x", "ruff check --cache-dir=/tmp x", "ruff check /etc", "ruff format", "ruff check --output-file=x"],
	}),
	rule("build", {
		name: "make",
		argvPrefix: [["test", "build", "lint", "check"]],
		flags: allow("-j? --jobs? -k --keep-going -s --silent -n --dry-run -B --always-make"),
		positional: "none",
		match: ["make test", "make build -j4"],
		notMatch: [
			"make",
			"make deploy",
			"make test CC=x",
			"make test SHELL=x",
			"make CC=x test",
			"make test -f x",
			"make test -C x",
			"make test --eval=x",
			"make test -ex",
			"make test other",
		],
	}),
];
