import { page, real } from "./nodes.ts";
import { ancestorsOf } from "./point.ts";

/** A `javascript:` address that our click would open. `isHere`: in this document. */
export type JavascriptUrl = { readonly url: string; readonly isHere: boolean };

const activated = "a[href], area[href], button, input, select, textarea, label, summary";
const ownTargets: ReadonlySet<string> = new Set(["", "_self"]);
/** An address that does nothing, as in links whose page handles the click. */
const idle = /^javascript:(?:\s|%20|;)*(?:void(?:\s|%20)*\(?(?:\s|%20)*0(?:\s|%20)*\)?)?(?:\s|%20|;)*$/i;
const longestIdle = 100;
let left: JavascriptUrl[] = [];
let opened: string | undefined;

/**
 * Clicks, and records a `javascript:` address that the default action would open. Chrome judges such an address by the clicking world,
 * and an extension's world forbids it.
 *
 * @param hit the clicked element
 * @param work clicks; returns false when the page prevented the default
 */
export function activate(hit: Element, work: () => boolean): void {
	const control = ancestorsOf(hit).find((element) => real(element).matches(activated));
	// Without a submit button, only the page itself can submit.
	const isFree = isSubmitter(control) && control.form !== null ? sendThrough(control.form, control, work) : work();
	if (!isFree) return;
	if (control instanceof HTMLAnchorElement || control instanceof HTMLAreaElement) {
		const { href: url, target } = control;
		note({ url, target });
		if (/^https?:/i.test(url) && !real(control).hasAttribute("download") && opensWindow(nameOf(target))) opened = url;
	}
	if (control instanceof SVGAElement) note({ url: absolute(control.href.baseVal), target: control.target.baseVal });
}

/** Sends a form without a button, as Enter in its field does. Records the form's address where it is a script. */
export function submit(form: HTMLFormElement): void {
	sendThrough(form, null, () => {
		real(form).requestSubmit();
		return true;
	});
}

type Submitter = HTMLButtonElement | HTMLInputElement;

/** @returns false when the page prevented the default */
function sendThrough(owner: HTMLFormElement, submitter: Submitter | null, work: () => boolean): boolean {
	const form = real(owner);
	let sent: SubmitEvent | undefined;
	// The last event counts: handlers run before the default action, and the page's own submits are not ours.
	const hear = (event: SubmitEvent) => {
		if (event.submitter === submitter) sent = event;
	};
	// A submit event does not leave a shadow root, so the form itself listens.
	form.addEventListener("submit", hear, { capture: true });
	const isFree = work();
	form.removeEventListener("submit", hear, { capture: true });
	if (isFree && sent !== undefined && !sent.defaultPrevented) note(addressOfForm(form, submitter));
	return isFree;
}

/** The addresses recorded since the last call. */
export function takeJavascriptUrls(): readonly JavascriptUrl[] {
	const taken = left;
	left = [];
	return taken;
}

/** The address of a link that our last click opens in a window; Chrome blocks it, since no person pressed. */
export function takeOpened(): string | undefined {
	const taken = opened;
	opened = undefined;
	return taken;
}

/** The window or frame of a link or form, in lower case; the page's default where it names none. */
const nameOf = (target: string) => (target || (page().querySelector("base[target]")?.getAttribute("target") ?? "")).toLowerCase();

function opensWindow(name: string): boolean {
	const isKnown = ownTargets.has(name) || ["_parent", "_top"].includes(name);
	return (
		!isKnown &&
		![...page().querySelectorAll("iframe[name], frame[name]")].some((frame) => frame.getAttribute("name")?.toLowerCase() === name)
	);
}

type Address = { readonly url: string; readonly target: string };

function note({ url, target }: Address): void {
	if (!/^javascript:/i.test(url) || (url.length <= longestIdle && idle.test(url))) return;
	const name = nameOf(target);
	const isTop = window.parent === window && ["_parent", "_top"].includes(name);
	left.push({ url, isHere: isTop || ownTargets.has(name) });
}

const absolute = (address: string) => URL.parse(address, page().baseURI)?.href ?? "";

export function isSubmitter(element: Element | undefined): element is Submitter {
	if (element instanceof HTMLButtonElement) return element.type === "submit";
	return element instanceof HTMLInputElement && ["submit", "image"].includes(element.type);
}

/** The button's attributes override those of its form. */
function addressOfForm(form: HTMLFormElement, submitter: Submitter | null): Address {
	const own = (name: string) => submitter !== null && real(submitter).hasAttribute(name);
	const method = own("formmethod") ? submitter?.formMethod : form.method;
	if (method === "dialog") return { url: "", target: "" };
	return {
		url: (own("formaction") ? submitter?.formAction : form.action) ?? "",
		target: (own("formtarget") ? submitter?.formTarget : form.target) ?? "",
	};
}
