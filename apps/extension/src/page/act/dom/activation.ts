import { page, real } from "./nodes.ts";
import { ancestorsOf } from "./point.ts";

/** A `javascript:` address that a click of ours was to open. `isHere`: in this very document. */
export type JavascriptUrl = { readonly url: string; readonly isHere: boolean };

const activated = "a[href], area[href], button, input, select, textarea, label, summary";
const ownTargets: ReadonlySet<string> = new Set(["", "_self"]);
/** Runs nothing: what stands in a link whose page listens for its click. */
const idle = /^javascript:(?:\s|%20|;)*(?:void(?:\s|%20)*\(?(?:\s|%20)*0(?:\s|%20)*\)?)?(?:\s|%20|;)*$/i;
const longestIdle = 100;
let left: JavascriptUrl[] = [];

/**
 * Clicks, and notes a `javascript:` address that its default action would open: Chrome judges it by the policy of the world that clicked, and that
 * of extensions forbids it. All other default actions are the browser's own.
 *
 * @param hit what is clicked
 * @param work does so; false says that the page prevented the default
 */
export function activate(hit: Element, work: () => boolean): void {
	const control = ancestorsOf(hit).find((element) => real(element).matches(activated));
	// Without a button that submits, what is sent is sent by the page.
	const isFree = isSubmitter(control) && control.form !== null ? sendThrough(control.form, control, work) : work();
	if (!isFree) return;
	if (control instanceof HTMLAnchorElement || control instanceof HTMLAreaElement) note({ url: control.href, target: control.target });
	if (control instanceof SVGAElement) note({ url: absolute(control.href.baseVal), target: control.target.baseVal });
}

/** Sends a form that has no button, as Enter in its field does; its own address is noted where that is a script. */
export function submit(form: HTMLFormElement): void {
	sendThrough(form, null, () => {
		real(form).requestSubmit();
		return true;
	});
}

type Submitter = HTMLButtonElement | HTMLInputElement;

/** @returns what the work says: false when the page prevented it */
function sendThrough(owner: HTMLFormElement, submitter: Submitter | null, work: () => boolean): boolean {
	const form = real(owner);
	let sent: SubmitEvent | undefined;
	// The last one: handlers of the click come before its default action, and the page's own submitting is not ours to repeat.
	const hear = (event: SubmitEvent) => {
		if (event.submitter === submitter) sent = event;
	};
	// At the form itself: out of a shadow root the event does not come.
	form.addEventListener("submit", hear, { capture: true });
	const isFree = work();
	form.removeEventListener("submit", hear, { capture: true });
	if (isFree && sent !== undefined && !sent.defaultPrevented) note(addressOfForm(form, submitter));
	return isFree;
}

/** What was noted since it was last asked for. */
export function takeJavascriptUrls(): readonly JavascriptUrl[] {
	const taken = left;
	left = [];
	return taken;
}

type Address = { readonly url: string; readonly target: string };

function note({ url, target }: Address): void {
	if (!/^javascript:/i.test(url) || (url.length <= longestIdle && idle.test(url))) return;
	const name = (target || (page().querySelector("base[target]")?.getAttribute("target") ?? "")).toLowerCase();
	const isTop = window.parent === window && ["_parent", "_top"].includes(name);
	left.push({ url, isHere: isTop || ownTargets.has(name) });
}

const absolute = (address: string) => URL.parse(address, page().baseURI)?.href ?? "";

/** A button that sends its form. */
export function isSubmitter(element: Element | undefined): element is Submitter {
	if (element instanceof HTMLButtonElement) return element.type === "submit";
	return element instanceof HTMLInputElement && ["submit", "image"].includes(element.type);
}

/** A button's own words come before those of its form. */
function addressOfForm(form: HTMLFormElement, submitter: Submitter | null): Address {
	const own = (name: string) => submitter !== null && real(submitter).hasAttribute(name);
	const method = own("formmethod") ? submitter?.formMethod : form.method;
	if (method === "dialog") return { url: "", target: "" };
	return {
		url: (own("formaction") ? submitter?.formAction : form.action) ?? "",
		target: (own("formtarget") ? submitter?.formTarget : form.target) ?? "",
	};
}
