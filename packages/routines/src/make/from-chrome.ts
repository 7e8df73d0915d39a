import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { Target } from "@webhand/contracts/routine/target";
import { sensitiveKind } from "@webhand/page/read/sensitive";
import { z } from "zod";
import { asWords } from "../target/words.ts";
import { fromRecording } from "./from-recording.ts";
import type { RecordedEvent } from "./recorded-event.ts";

/** A selector is one text, or one for each shadow root on the way. */
const Selector = z.union([z.string(), z.array(z.string())]);

/** What is read of a step of Chrome's recorder; the rest of it is of no use here. */
const ChromeStep = z.object({
	type: z.string(),
	url: z.string().optional(),
	value: z.string().max(10_000).optional(),
	key: z.string().max(60).optional(),
	button: z.string().optional(),
	file: z.string().optional(),
	selectors: z.array(Selector).optional(),
	assertedEvents: z.array(z.object({ type: z.string(), url: z.string().optional() })).optional(),
});

/** A recording as Chrome's recorder exports it. */
export const ChromeRecording = z.object({ title: z.string().default(""), steps: z.array(ChromeStep).min(1).max(1_000) });
export type ChromeRecording = z.infer<typeof ChromeRecording>;

/** They say how long to wait or how large the window is: a routine waits for its controls. */
const passive: ReadonlySet<string> = new Set([
	"setViewport",
	"scroll",
	"keyUp",
	"waitForElement",
	"waitForExpression",
	"emulateNetworkConditions",
	"close",
]);
const clicks: Readonly<Record<string, "right" | "middle">> = { secondary: "right", auxiliary: "middle" };
const longestName = 200;

/**
 * A recording of Chrome's recorder as a routine to look through. Controls are told by their accessible name or text; what it tells by a place in
 * the code of the page alone is left out, with a hint.
 *
 * @returns undefined where no step can be repeated
 * @throws never
 */
export function fromChrome({ title, steps }: ChromeRecording): RoutineDraft | undefined {
	const events: RecordedEvent[] = [];
	const leftOut: string[] = [];
	let url = "";
	for (const [at, step] of steps.entries()) {
		const event = passive.has(step.type) ? undefined : eventOf(step, { at, url });
		if (typeof event === "string") leftOut.push(`Step ${at + 1} is left out: ${event}.`);
		const led = step.assertedEvents?.find(({ type }) => type === "navigation")?.url;
		url = step.type === "navigate" ? (step.url ?? url) : (led ?? url);
		if (typeof event === "object") events.push(led === undefined ? event : { ...event, effect: { url: led } });
	}
	const draft = fromRecording({ title, url: "", events });
	if (draft === undefined) return undefined;
	const guessed = { text: "What kind of control each step means was told by its selectors: try the routine before you rely on it." };
	return {
		...draft,
		name: title.trim().slice(0, 80) || draft.name,
		hints: [...leftOut.map((text) => ({ text })), guessed, ...draft.hints].slice(0, 50),
	};
}

type Context = { readonly at: number; readonly url: string };
type Step = z.infer<typeof ChromeStep>;

/** An event, or why there is none. */
function eventOf(step: Step, { at, url }: Context): RecordedEvent | string {
	const base = { at, url };
	if (step.type === "navigate")
		return /^https?:/.test(step.url ?? "") ? { ...base, kind: "open", address: step.url ?? "" } : "its address is no web page";
	if (step.type === "keyDown") return step.key === undefined ? "its key is missing" : { ...base, kind: "press", keys: step.key };
	const target = targetOf(step);
	if (target === undefined) return `${JSON.stringify(step.type)} names its control by the code of the page alone`;
	switch (step.type) {
		case "click":
		case "doubleClick": {
			const button = step.type === "doubleClick" ? "double" : clicks[step.button ?? ""];
			return {
				...base,
				kind: "click",
				target,
				...(button === undefined ? {} : { button }),
				...(isSending(step) ? { sends: true as const } : {}),
			};
		}
		case "hover":
			return { ...base, kind: "hover", target };
		case "change":
			return changeOf(step, target, base);
		default:
			return `${JSON.stringify(step.type)} is unknown`;
	}
}

function changeOf(step: Step, target: Target, base: Context): RecordedEvent {
	const text = step.value ?? "";
	if (target.role === "checkbox") return { ...base, kind: "tick", target, on: text === "true" || text === "on" };
	if (target.role === "select") return { ...base, kind: "choose", target, values: [text] };
	const typed = isSecret(step) ? { secret: true as const } : { text };
	return { ...base, kind: "fill", target, typed };
}

const selectorsOf = ({ selectors = [] }: Step): readonly string[] =>
	selectors.map((selector) => (typeof selector === "string" ? selector : (selector.at(-1) ?? "")));

function targetOf(step: Step): Target | undefined {
	const selectors = selectorsOf(step);
	const [, aria = "", ariaRole] =
		/^aria\/(.*?)(?:\[role="([\w-]+)"\])?$/s.exec(selectors.find((one) => one.startsWith("aria/")) ?? "") ?? [];
	const text = selectors.find((one) => one.startsWith("text/"))?.slice(5) ?? "";
	const name = (aria || text).replaceAll(/\s+/g, " ").trim();
	return name === "" ? undefined : { role: typeOf(step, ariaRole, selectors), name: asWords(name.slice(0, longestName)) };
}

const typeOfRole: Readonly<Record<string, string>> = { link: "a", textbox: "input", searchbox: "search", listbox: "select", image: "img" };
const tags = /^(?:a|button|input|select|textarea|summary|label)$/;

/** The type of a control in page text: by its role, else by the tag in its selectors, else by what was done. */
function typeOf({ type }: Step, role: string | undefined, selectors: readonly string[]): string {
	if (role !== undefined) return typeOfRole[role] ?? role;
	const last = selectors.map((one) => tagIn(one)).find((tag) => tag !== undefined);
	return last ?? (type === "change" ? "input" : "button");
}

/** The tag that a CSS selector or XPath ends in. */
function tagIn(selector: string): string | undefined {
	if (/^(?:aria|text)\//.test(selector)) return undefined;
	const ends =
		selector
			.replace(/^(?:pierce|xpath)\//, "")
			.split(/[\s>+~/]+/)
			.at(-1) ?? "";
	const tag = /^[a-z]+/.exec(ends)?.[0] ?? "";
	if (/\btype=["']?checkbox/.test(ends)) return "checkbox";
	return tags.test(tag) ? tag : undefined;
}

const isSending = (step: Step): boolean => selectorsOf(step).some((one) => /\btype=["']?submit/.test(one));

/** A field whose value Chrome wrote down, and that is none of ours to keep. */
function isSecret(step: Step): boolean {
	const label = selectorsOf(step).join(" ");
	return /\btype=["']?password/.test(label) || sensitiveKind({ type: "", autocomplete: "", name: "", id: "", label }) !== undefined;
}
