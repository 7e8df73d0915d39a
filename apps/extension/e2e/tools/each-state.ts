import type { Page } from "playwright-core";
import { approvalsText } from "../../src/panel/host/approvals/words.ts";
import { changesText } from "../../src/panel/host/changes/words.ts";
import { commandsText } from "../../src/panel/host/commands/words.ts";
import { filesText } from "../../src/panel/host/files/words.ts";
import { historyText } from "../../src/panel/host/history/words.ts";
import { tasksText } from "../../src/panel/host/tasks/words.ts";
import { terminalText } from "../../src/panel/host/terminal/words.ts";
import { toolsText } from "../../src/panel/host/words.ts";
import type { Shot } from "../each-shot.ts";
import { press, testEachShot } from "../each-shot.ts";
import type { Views } from "../views.ts";

const toTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
const open = (page: Page, name: string) => page.locator("[data-row]", { hasText: name }).first().click();
const typeSearch = async (page: Page, sentence: string) => {
	await page.getByRole("searchbox").fill(sentence);
	await page.keyboard.press("Enter");
};
const edit = async (page: Page) => {
	await open(page, "README.md");
	await press(page, filesText.file.edit);
	await page.getByRole("textbox", { name: filesText.edit.label("README.md") }).fill("# Harbour Kitchen\n\nIt opens at nine.\n");
};
const review = async (page: Page) => {
	await edit(page);
	await press(page, filesText.edit.review);
};
const showPatch = async (page: Page) => {
	await toTab(page, toolsText.tabs.patch);
	await page.getByRole("textbox", { name: changesText.patch.label }).fill("--- a/src/add.js\n+++ b/src/add.js\n");
	await press(page, changesText.patch.preview);
};

export const toCommands = (page: Page) => toTab(page, toolsText.tabs.commands);
const run = async (page: Page) => {
	await toCommands(page);
	await page.getByRole("textbox", { name: commandsText.label }).fill("npm test");
	await page.keyboard.press("Enter");
};
const toTasks = (page: Page) => toTab(page, toolsText.tabs.tasks);
export const startTask = async (page: Page) => {
	await toTasks(page);
	await page.getByRole("textbox", { name: tasksText.question("Demo shop") }).fill("Fix the failing test");
	await page.keyboard.press("Enter");
};

/** Each picture: how the view is reached, and a sentence that says it is there. */
const shots: Readonly<Record<string, Shot>> = {
	files: { state: "files", seen: "README.md" },
	"first-use": { state: "first-use", seen: toolsText.notice.title },
	"workspace-menu": {
		state: "files",
		reach: (page) => press(page, toolsText.workspace.change("Demo shop")),
		seen: /not available: another folder is in its place/,
	},
	loading: { state: "loading", seen: toolsText.availability.word.online },
	"no-workspace": { state: "no-workspace", seen: toolsText.workspace.emptyHint },
	"read-only": { state: "read-only", seen: toolsText.workspace.readOnly },
	"not-available": { state: "not-available", seen: /not available: another folder is in its place/ },
	degraded: { state: "degraded", seen: /only files work/ },
	"git-off": { state: "degraded", reach: (page) => toTab(page, toolsText.tabs.changes), seen: changesText.git.off },
	offline: { state: "offline", seen: "Server tools are switched off." },
	unreachable: { state: "unreachable", seen: toolsText.availability.unknownReason },
	"not-listed": { state: "not-listed", seen: /was moved or replaced/ },
	"ten-thousand": { state: "files", reach: (page) => open(page, "test"), seen: "case-00003.test.js" },
	text: { state: "files", reach: (page) => open(page, "README.md"), seen: "A small shop with kettles, made to try things out." },
	"long-log": { state: "files", reach: (page) => open(page, "server.log"), seen: /00000003 GET/ },
	binary: { state: "files", reach: (page) => open(page, "logo.png"), seen: filesText.file.binary },
	editing: { state: "files", reach: edit, seen: filesText.edit.review },
	review: { state: "files", reach: review, seen: filesText.edit.reviewTitle },
	saved: {
		state: "files",
		reach: async (page) => {
			await review(page);
			await press(page, filesText.edit.save);
		},
		seen: filesText.edit.saved("README.md"),
	},
	conflict: { state: "conflict", reach: review, seen: filesText.edit.conflictTitle },
	"new-file": {
		state: "files",
		reach: async (page) => {
			await press(page, filesText.add);
			await page.getByRole("menuitem", { name: filesText.newFile }).click();
			await page.getByRole("textbox", { name: filesText.name }).waitFor();
		},
		seen: filesText.nameHint,
	},
	delete: {
		state: "files",
		reach: async (page) => {
			await page.locator("[data-row]", { hasText: "test" }).first().focus();
			await page.keyboard.press("Delete");
		},
		seen: filesText.deleteFolder,
	},
	deleting: {
		state: "deleting",
		reach: async (page) => {
			await page.locator("[data-row]", { hasText: "test" }).first().focus();
			await page.keyboard.press("Delete");
			await page.getByRole("alertdialog").getByRole("button", { name: filesText.delete }).click();
		},
		seen: /^Deleting: /,
	},
	search: { state: "files", reach: (page) => typeSearch(page, "kettle"), seen: filesText.search.found(4, 3) },
	searching: { state: "searching", reach: (page) => typeSearch(page, "kettle"), seen: filesText.search.searching },
	hit: {
		state: "files",
		reach: async (page) => {
			await typeSearch(page, "kettle");
			await open(page, "00040000");
		},
		seen: /00040000 GET/,
	},
	changes: {
		state: "files",
		reach: async (page) => {
			await toTab(page, toolsText.tabs.changes);
			await page.getByTitle(changesText.git.showDiff("src/add.js")).first().click();
		},
		seen: "return a + b;",
	},
	clean: { state: "clean", reach: (page) => toTab(page, toolsText.tabs.changes), seen: changesText.git.cleanHint },
	"no-repository": {
		state: "no-repository",
		reach: (page) => toTab(page, toolsText.tabs.changes),
		seen: changesText.git.notRepositoryHint,
	},
	patch: { state: "files", reach: (page) => toTab(page, toolsText.tabs.patch), seen: changesText.patch.hint },
	"patch-preview": { state: "files", reach: showPatch, seen: changesText.patch.title },
	"patch-applied": {
		state: "files",
		reach: async (page) => {
			await showPatch(page);
			await press(page, changesText.patch.apply);
		},
		seen: changesText.patch.applied(5),
	},
	"patch-conflict": { state: "patch-conflict", reach: showPatch, seen: /part 1\): the lines that it changes are not there/ },
	commands: { state: "files", reach: toCommands, seen: commandsText.class.build },
	"commands-typed": {
		state: "files",
		reach: async (page) => {
			await toCommands(page);
			await page.getByRole("textbox", { name: commandsText.label }).fill('grep "two words" src && npm test > out.txt');
			await press(page, commandsText.moreSettings);
		},
		seen: commandsText.noShell(["&&", ">"]),
	},
	"commands-loading": { state: "commands-loading", reach: toCommands, seen: toolsText.availability.word.online },
	"commands-off": { state: "commands-off", reach: toCommands, seen: /switched off on this server/ },
	"no-commands": { state: "no-commands", reach: toCommands, seen: commandsText.noneAllowedHint },
	"command-refused": { state: "command-refused", reach: run, seen: /No rule allows “curl”/ },
	terminal: { state: "files", reach: run, seen: "Failed with exit code 1 · 1.2 s" },
	"terminal-live": { state: "terminal-live", reach: run, seen: terminalText.state.running },
	"terminal-queued": { state: "terminal-queued", reach: run, seen: terminalText.state.queued },
	"terminal-cut": { state: "terminal-cut", reach: run, seen: terminalText.truncated(58_720_256) },
	"terminal-silent": { state: "terminal-silent", reach: run, seen: terminalText.noOutput },
	"terminal-gone": { state: "terminal-gone", reach: run, seen: /no longer kept/ },
	"terminal-flood": { state: "terminal-flood", reach: run, seen: "the last line" },
	tasks: { state: "files", reach: toTasks, seen: /Rename formatPrice/ },
	"tasks-settings": {
		state: "files",
		reach: async (page) => {
			await toTasks(page);
			await press(page, tasksText.settings);
			await page.getByText(tasksText.writes, { exact: true }).click();
		},
		seen: tasksText.writesWarning,
	},
	"tasks-standing-ended": {
		state: "files",
		reach: async (page) => {
			await toTasks(page);
			await press(page, tasksText.settings);
			await press(page, tasksText.askAgainAbout("Each “npm test” in Demo shop, for 30 days."));
		},
		seen: tasksText.noneStanding,
	},
	"tasks-loading": { state: "tasks-loading", reach: toTasks, seen: tasksText.hint },
	"tasks-failed": { state: "tasks-failed", reach: toTasks, seen: /does not answer/ },
	"no-tasks": { state: "no-tasks", reach: toTasks, seen: tasksText.noneHint },
	"task-not-started": { state: "task-not-started", reach: startTask, seen: /as many tasks at work/ },
	"task-live": { state: "task-live", reach: startTask, seen: /those of the pri/ },
	"task-done": {
		state: "files",
		reach: async (page) => {
			await startTask(page);
			await page.getByRole("button", { name: /^Apply a patch/ }).click();
		},
		seen: tasksText.ended.complete,
	},
	"task-failed": { state: "task-failed", reach: startTask, seen: "The model did not answer in time." },
	"task-gone": { state: "task-gone", reach: startTask, seen: /no longer exists/ },
	"approval-single": { state: "approval-single", reach: startTask, seen: approvalsText.title },
	"approval-reason": {
		state: "approval-single",
		reach: async (page) => {
			await startTask(page);
			await press(page, approvalsText.withReason);
		},
		seen: approvalsText.reason,
	},
	"approval-batch": {
		state: "approval-batch",
		reach: async (page) => {
			await startTask(page);
			await page.getByText("Changes src/cart.js", { exact: true }).click();
		},
		seen: approvalsText.approveSome(1, 2),
	},
	"approval-elsewhere": {
		state: "approval-elsewhere",
		reach: async (page) => {
			await startTask(page);
			await press(page, approvalsText.approve);
		},
		seen: /already decided elsewhere/,
	},
	"approval-expired": { state: "approval-expired", reach: startTask, seen: approvalsText.expired },
	history: { state: "files", reach: (page) => toTab(page, toolsText.tabs.history), seen: /Repair the sum/ },
	"no-sessions": { state: "no-sessions", reach: (page) => toTab(page, toolsText.tabs.history), seen: historyText.emptyHint },
	session: {
		state: "files",
		reach: async (page) => {
			await toTab(page, toolsText.tabs.history);
			await open(page, historyText.untitled);
			await page.getByRole("button", { name: /^Commit/ }).click();
		},
		seen: /"oid": "4f5c2b1a"/,
	},
};

/** One picture of each component, for `npm test`. */
const visited: readonly string[] = [
	"files",
	"review",
	"delete",
	"search",
	"changes",
	"patch-preview",
	"commands",
	"terminal",
	"tasks",
	"task-done",
	"approval-batch",
	"session",
];

export const testEachState = (views: () => Views) =>
	testEachShot(views, { folder: "tools", region: "Actions run on the server host.", height: 760, shots, visited });
