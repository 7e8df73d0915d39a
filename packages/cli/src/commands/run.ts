import type { Browser } from "playwright-core";
import { WebhandError } from "../errors.ts";
import { serverOf } from "../sign-in.ts";
import { runTask } from "../task/run-task.ts";
import { untilAborted } from "../task/time-limit.ts";
import type { Command } from "./arguments.ts";
import type { Stored } from "./credentials.ts";
import type { ExitCode } from "./exit-codes.ts";
import { exitCodeOfStatus } from "./exit-codes.ts";
import { firstLine, launchFaultOf } from "./launch-fault.ts";
import { askInTerminal } from "./questions.ts";
import type { Terminal } from "./terminal.ts";
import { printable } from "./terminal.ts";
import { taskLines } from "./words.ts";

type RunCommand = Extract<Command, { readonly kind: "run" }>;

/** What a command works with. */
export type CommandContext = {
	readonly terminal: Terminal;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
};

/** As root Chromium has no sandbox: a page of another computer would run with root's rights but for the renderer's own checks. */
const ownPagesOnly = [
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
	"--no-proxy-server",
];

/** Carries an order out in a Chromium of its own. @throws WebhandError */
export async function runOrder(command: RunCommand, stored: Stored, context: CommandContext): Promise<ExitCode> {
	const { terminal, signal } = context;
	const { order, url, mode, maxSteps, isJson, isHeaded } = command;
	const browser = await openBrowser(command, context);
	// Ctrl-C ends the task first: the browser goes afterwards.
	try {
		const page = await browser.newPage();
		const opened = page.goto(url, { waitUntil: "domcontentloaded" }).catch((cause: unknown) => {
			throw new WebhandError(`${url} cannot be opened: ${firstLine(cause)}`, { code: "browser", cause });
		});
		await untilAborted(opened, signal);
		const onQuestion: NonNullable<Parameters<typeof runTask>[1]["onQuestion"]> = async (question) =>
			terminal.isInteractive ? await askInTerminal(terminal, question, { isHeaded, signal }) : null;
		for await (const event of runTask(serverOf(stored.url, stored), { page, order, mode, maxSteps, signal, onQuestion })) {
			if (isJson) terminal.out(JSON.stringify(event));
			for (const [line, style] of taskLines(event)) terminal.note(line, style);
			if (!isJson && event.type === "end" && event.result.answer !== undefined) terminal.out(printable(event.result.answer));
			if (event.type === "end") return exitCodeOfStatus(event.result.status);
		}
		throw new Error("The task has no end");
	} finally {
		await browser.close().catch(() => undefined);
	}
}

async function openBrowser({ isHeaded, hasSandbox }: RunCommand, { environment, terminal }: CommandContext): Promise<Browser> {
	const { chromium } = await import("playwright-core").catch((cause: unknown) => {
		throw new WebhandError("playwright-core is missing beside @webhand/cli: `npm install playwright-core`", { code: "browser", cause });
	});
	const executablePath = environment["CHROMIUM_BIN"];
	const isRoot = process.getuid?.() === 0;
	if (isRoot && hasSandbox)
		terminal.note("As root Chromium has no sandbox, so it opens pages of this computer only. As another user it opens every site.", "dim");
	try {
		return await chromium.launch({
			...(executablePath ? { executablePath } : {}),
			headless: !isHeaded,
			chromiumSandbox: !isRoot && hasSandbox,
			args: isRoot && hasSandbox ? ownPagesOnly : [],
			// Ctrl-C cancels the task first; by itself Playwright would end the browser at once.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
	} catch (cause) {
		throw new WebhandError(launchFaultOf(cause), { code: "browser", cause });
	}
}
