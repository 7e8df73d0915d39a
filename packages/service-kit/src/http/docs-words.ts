import type { ErrorBody, ErrorCode } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";
import type { Route, RunnerRight } from "@webhand/contracts/routes";
import { commonErrors } from "@webhand/contracts/routes";

/** What a refusal of one status means, with a body as it comes. */
export type DocumentedRefusal = { readonly description: string; readonly examples: readonly [ErrorBody] };

/** What each service is for, on the first lines of its documentation. */
const purposes: Readonly<Record<string, string>> = {
	auth: "Says who a caller is: sign-in, organizations, invites, preferences, audit.",
	"agent-api": "Plans and decides the steps of a task, keeps chats and tasks, and leads to the server host.",
	"knowledge-proxy": "Keeps an organization's documents and finds what they say about a page.",
	"tool-runner": "Files, git, commands and MCP tools on the server host. Only agent-api calls it, on its own port and with a signed grant.",
};

/** The head of a service's documentation, in Markdown. @throws never */
export function serviceWords(name: string): string {
	return [
		purposes[name] ?? `The service ${name}.`,
		"A refusal is always `{ success: false, error: { code, message, details? }, requestId }`. `code` is stable; `details.fields` names each wrong field of a `VALIDATION_ERROR`.",
		"After 429 and 503 wait for `Retry-After` seconds.",
	].join("\n\n");
}

const megabyte = 1_000_000;
const usualBody = 65_536;

const runnerWords = {
	itself: "The sign-in of a runner may call it.",
	its_run: "The sign-in of a runner may call it for the run that it does, in the place of the run's owner.",
} as const satisfies Record<RunnerRight, string>;

/** What a route is for and who may call it, in Markdown. @throws never */
export function routeWords({ summary, description, ...route }: Route): string {
	const size = route.bodyLimit ?? usualBody;
	return [
		description ?? `${summary}.`,
		route.internal === true
			? "Internal: called by other services, on this service's own port."
			: route.public === true
				? "Needs no sign-in."
				: `Needs a sign-in as bearer token${(route.keys ?? []).map((scope) => `, or an API key with \`${scope}\``).join("")}.`,
		...(route.runners === undefined ? [] : [runnerWords[route.runners]]),
		...(route.body === undefined || size === usualBody
			? []
			: [`The body holds at most ${size < megabyte ? `${Math.round(size / 1_024)} KiB` : `${Number((size / megabyte).toFixed(1))} MB`}.`]),
		...(route.gzip === true ? ["The body may come with `Content-Encoding: gzip`."] : []),
		...(route.produces === "event-stream" ? ["The answer is a stream of events; each has the form below."] : []),
	].join("\n\n");
}

/** Statuses that any request may get before its route is asked. */
const unread: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>> = {
	413: { code: "PAYLOAD_TOO_LARGE", message: "The body is too large" },
	415: { code: "UNSUPPORTED_MEDIA_TYPE", message: "The content type is not valid" },
	431: { code: "PAYLOAD_TOO_LARGE", message: "The headers are larger than 16 KB" },
};

/** The refusals of a route by status: the codes of the contract, and the first as an example. @throws never */
export function refusalsOf(route: Route): Readonly<Record<string, DocumentedRefusal>> {
	const byStatus = new Map<string, ErrorCode[]>();
	for (const code of new Set<ErrorCode>([...(route.errors ?? []), ...commonErrors])) {
		const status = String(statusByCode[code]);
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	const ofRoute = [...byStatus].map(([status, codes]) => [status, refusalOf(codes, wordsOf(codes[0] ?? "INTERNAL_ERROR"))] as const);
	const ofAll = Object.entries(unread).flatMap(([status, { code, message }]) =>
		byStatus.has(status) ? [] : [[status, refusalOf([code], message)] as const],
	);
	return Object.fromEntries([...ofRoute, ...ofAll]);
}

function refusalOf(codes: readonly ErrorCode[], message: string): DocumentedRefusal {
	const [code = "INTERNAL_ERROR"] = codes;
	const details = code === "VALIDATION_ERROR" ? { details: { fields: [{ field: "name", message: "is missing" }] } } : {};
	return {
		description: codes.map((each) => `\`${each}\``).join(", "),
		examples: [{ success: false, error: { code, message, ...details }, requestId: "0b9f4c7e-3d0f-4d5e-9c1b-5a8e1f0c2d3e" }],
	};
}

/** A code as the start of a sentence: `TASK_NOT_FOUND` is `Task not found`. */
function wordsOf(code: ErrorCode): string {
	const words = code.replaceAll("_", " ").toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
