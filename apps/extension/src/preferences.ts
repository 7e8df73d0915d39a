import { Mode } from "@webhand/contracts/agent/task";
import { z } from "zod";

/**
 * What the user prefers. The theme also stands in `localStorage`, which `theme-boot.js` reads before the first paint. `notifyOnFinish`:
 * tell when a task ends while no panel is open. `mode` is the most that the panel may switch to: it lowers, and never raises.
 * `serverToolsNoticeSeen`: the user knows that server tools work on the server's files. `autoApproveWrites`, `autoApproveExec`: what the
 * tasks that the user starts on the server may do without a question. `mailWhenWaiting`: mails about what waits, where the server sends any.
 * `language`: of panel and console; it also stands in `localStorage`, for the words are chosen while a page loads.
 */
export const Preferences = z.object({
	theme: z.enum(["light", "dark", "system"]),
	density: z.enum(["comfortable", "compact"]),
	showThinking: z.boolean(),
	notifyOnFinish: z.boolean(),
	mode: Mode,
	serverToolsNoticeSeen: z.boolean(),
	autoApproveWrites: z.boolean(),
	autoApproveExec: z.boolean(),
	mailWhenWaiting: z.boolean(),
	language: z.enum(["system", "en", "de"]),
});
export type Preferences = z.infer<typeof Preferences>;

/** Some of the preferences; a key without a value is left out. */
export const PreferencePart = Preferences.partial().transform(
	(part): Partial<Preferences> => Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)),
);

/** What version 2 of the stored item added. */
export const addedInVersion2 = { notifyOnFinish: false, mode: "autonomous" } as const satisfies Partial<Preferences>;

/** What version 3 of the stored item added. */
export const addedInVersion3 = { serverToolsNoticeSeen: false } as const satisfies Partial<Preferences>;

/** What version 4 of the stored item added. */
export const addedInVersion4 = { autoApproveWrites: false, autoApproveExec: false } as const satisfies Partial<Preferences>;

/** What version 5 of the stored item added. */
export const addedInVersion5 = { mailWhenWaiting: false } as const satisfies Partial<Preferences>;

/** What version 6 of the stored item added. */
export const addedInVersion6 = { language: "system" } as const satisfies Partial<Preferences>;

export const defaultPreferences: Preferences = {
	theme: "system",
	density: "comfortable",
	showThinking: false,
	...addedInVersion2,
	...addedInVersion3,
	...addedInVersion4,
	...addedInVersion5,
	...addedInVersion6,
};
