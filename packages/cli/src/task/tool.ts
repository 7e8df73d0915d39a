import type { PageAction, PageLookup } from "@webhand/page/execute/page-action";

/** A tool of the server, as this client carries it out. `unknown`: the client has no such tool, and the server is told. */
export type Doing =
	| { readonly kind: "page"; readonly action: PageAction }
	| { readonly kind: "lookup"; readonly lookup: PageLookup }
	| { readonly kind: "wait"; readonly seconds: number }
	| { readonly kind: "navigate" | "open_tab"; readonly url: string }
	| { readonly kind: "back" | "forward" | "reload" }
	| { readonly kind: "switch_tab" | "close_tab"; readonly tab: number }
	| { readonly kind: "unknown"; readonly why: string };

type Given = Readonly<Record<string, unknown>>;

const farthestPx = 20_000;
const serverWaitSeconds = 2;

/**
 * Reads a tool call of `/agent/run/:runId/step`. The counterpart of `toolOf` in agent-api.
 *
 * @throws never; what cannot be read is `unknown`
 */
export function doingOf({ name, arguments: given }: { readonly name: string; readonly arguments: Given }): Doing {
	const missing: Doing = { kind: "unknown", why: `The arguments of ${name} cannot be read` };
	const id = idIn(given["id"]);
	switch (name) {
		case "click":
			return id === undefined ? missing : { kind: "page", action: { name, id, ...atIn(given), ...kindIn(given["kind"]) } };
		case "type":
			return id === undefined || typeof given["text"] !== "string"
				? missing
				: { kind: "page", action: { name: "setValue", id, text: given["text"], submit: given["submit"] === true } };
		case "select":
			return id === undefined ? missing : { kind: "page", action: { name, id, options: textsIn(given["options"]) } };
		case "press":
			return typeof given["key"] === "string"
				? { kind: "page", action: { name, keys: given["key"], ...(id === undefined ? {} : { id }) } }
				: missing;
		case "hover":
			return id === undefined ? missing : { kind: "page", action: { name, id } };
		case "drag":
			return dragIn(id, given) ?? missing;
		case "scroll":
			return scrollIn(id, given) ?? missing;
		case "find":
			return typeof given["text"] === "string" ? { kind: "lookup", lookup: { name, what: given["text"] } } : missing;
		case "expand":
		case "options":
			return id === undefined ? missing : { kind: "lookup", lookup: { name, id } };
		// A call of the server host: it is waited for.
		case "server":
			return { kind: "wait", seconds: serverWaitSeconds };
		case "observe":
			return { kind: "wait", seconds: numberIn(given["seconds"]) ?? 0 };
		case "navigate":
		case "openTab":
			return isWebAddress(given["url"]) ? { kind: name === "navigate" ? "navigate" : "open_tab", url: given["url"] } : badAddress;
		case "back":
		case "forward":
		case "reload":
			return { kind: name };
		case "switchTab":
		case "closeTab": {
			const tab = numberIn(given["tab"]);
			return tab === undefined ? missing : { kind: name === "switchTab" ? "switch_tab" : "close_tab", tab };
		}
		default:
			return { kind: "unknown", why: `This client has no tool ${name}` };
	}
}

const badAddress: Doing = { kind: "unknown", why: "Only http and https addresses without a user name are opened" };

/** True for an address that the client opens. @throws never */
export function isWebAddress(url: unknown): url is string {
	const parsed = typeof url === "string" ? URL.parse(url) : null;
	return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === "" && parsed.password === "";
}

function idIn(value: unknown): number | undefined {
	const [, digits] = typeof value === "string" ? (/^(?:agent-)?([1-9]\d{0,9})$/.exec(value) ?? []) : [];
	return digits === undefined ? undefined : Number(digits);
}

const numberIn = (value: unknown): number | undefined => (typeof value === "number" && Number.isFinite(value) ? value : undefined);
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);

function atIn(given: Given): { readonly at?: { x: number; y: number } } {
	const [x, y] = [numberIn(given["x"]), numberIn(given["y"])];
	return x === undefined || y === undefined ? {} : { at: { x, y } };
}

function kindIn(value: unknown): { readonly kind?: "double" | "right" | "middle" } {
	return value === "double" || value === "right" || value === "middle" ? { kind: value } : {};
}

function dragIn(id: number | undefined, given: Given): Doing | undefined {
	if (id === undefined) return undefined;
	const [to, dx, dy, x, y, x2, y2] = [idIn(given["to"]), ...["dx", "dy", "x", "y", "x2", "y2"].map((name) => numberIn(given[name]))];
	const page = (end: Extract<PageAction, { name: "drag" }>["to"]): Doing => ({ kind: "page", action: { name: "drag", id, to: end } });
	if (dx !== undefined && dy !== undefined) return page({ kind: "offset", dx, dy });
	if (to === undefined) return undefined;
	if (x === undefined || y === undefined || x2 === undefined || y2 === undefined) return page({ kind: "element", id: to });
	return page({ kind: "points", x, y, id: to, x2, y2 });
}

function scrollIn(id: number | undefined, given: Given): Doing | undefined {
	const page = (to: Extract<PageAction, { name: "scroll" }>["to"]): Doing => ({ kind: "page", action: { name: "scroll", to } });
	const { direction } = given;
	if (direction === "to") return id === undefined ? undefined : page({ kind: "element", id });
	if (id !== undefined || direction === "left" || direction === "right")
		return isDirection(direction) ? page({ kind: "direction", direction, ...(id === undefined ? {} : { id }) }) : undefined;
	const deltaY = numberIn(given["deltaY"]);
	if (deltaY !== undefined) return page({ kind: "pixels", deltaY: Math.max(-farthestPx, Math.min(farthestPx, deltaY)) });
	return isDirection(direction) ? page({ kind: "direction", direction }) : undefined;
}

const directions = ["down", "up", "left", "right", "top", "bottom"] as const;
const isDirection = (value: unknown): value is (typeof directions)[number] => directions.some((each) => each === value);
