import type { Page } from "playwright-core";

/** Who is asked: `careful` asks before each commit, `autonomous` does what the order names; money, deletions and the like always ask. */
export type TaskMode = "careful" | "autonomous";

/** What is to be approved, as the server judged it. */
export type Approval = {
	readonly class: string;
	readonly reasons: readonly string[];
	readonly site: string;
	readonly label: string;
	readonly fields: readonly string[];
	readonly amount?: string | undefined;
	readonly row?: string | undefined;
};

/**
 * What the task asks. `approval`: may it do this? `input`: a text, or one of `choices`. `handoff`: a person does something in the page.
 * `page_dialog`: the page itself asks by `confirm` or `prompt`.
 */
export type TaskQuestion = {
	readonly kind: "approval" | "input" | "handoff" | "page_dialog";
	readonly text: string;
	readonly choices: readonly string[];
	readonly approval?: Approval | undefined;
};

/** The answer: yes or no to `approval` and `page_dialog`, a text to `input`, `done` to `handoff`. Null: nobody can say. */
export type TaskAnswer = { readonly approved: boolean } | { readonly text: string } | { readonly done: true };

/** How a task ended. `asked`: it needs a person and there is none; it was cancelled then. */
export type TaskResult = {
	readonly status: "done" | "failed" | "asked";
	readonly taskId: string;
	/** Where the page stands in the end. */
	readonly url: string;
	readonly steps: number;
	readonly answer?: string | undefined;
	/** Why it failed: the category of the server, and words. */
	readonly reason?: { readonly category: string; readonly message: string } | undefined;
	readonly question?: TaskQuestion | undefined;
};

/** What happens, in order; the last one is `end`. Arguments and thought of a step hold what is typed, also a secret of the order. */
export type TaskEvent =
	| { readonly type: "start"; readonly taskId: string }
	| {
			readonly type: "step";
			readonly index: number;
			readonly tool: string;
			readonly arguments: Readonly<Record<string, unknown>>;
			/** What the control is called, where it has a name. It holds no value. */
			readonly control?: string | undefined;
			readonly thought?: string | undefined;
			readonly url: string;
	  }
	| { readonly type: "acted"; readonly index: number; readonly ok: boolean; readonly error?: string | undefined }
	| { readonly type: "question"; readonly question: TaskQuestion }
	| { readonly type: "answered"; readonly question: TaskQuestion }
	| { readonly type: "trouble"; readonly message: string }
	| { readonly type: "end"; readonly result: TaskResult };

/** An order for a page. The page belongs to the caller: it is neither opened nor closed here. */
export type TaskOptions = {
	/** A page of Chromium, driven by Playwright. */
	readonly page: Page;
	readonly order: string;
	/** `careful` by default. */
	readonly mode?: TaskMode | undefined;
	/** 1 to 50; 50 by default. */
	readonly maxSteps?: number | undefined;
	/** Answers what the task asks. Without it, or with null, the task ends as `asked`. */
	readonly onQuestion?: ((question: TaskQuestion) => Promise<TaskAnswer | null>) | undefined;
	/** Cancels the task, at the server too. */
	readonly signal?: AbortSignal | undefined;
};
