import { ancestorsOf } from "./point.ts";
import { page, real } from "./real.ts";

/** A `javascript:` address that a click of ours was to open. `isHere`: in this very document. */
export type ScriptAddress = { readonly url: string; readonly isHere: boolean };

const activated = "a[href], area[href], button, input, select, textarea, label, summary";
const ownTargets: ReadonlySet<string> = new Set(["", "_self"]);
/** Runs nothing: what stands in a link whose page listens for its click. */
const idle = /^javascript:(?:\s|%20|;)*(?:void(?:\s|%20)*\(?(?:\s|%20)*0(?:\s|%20)*\)?)?(?:\s|%20|;)*$/i;
const longestIdle = 100;
let left: ScriptAddress[] = [];

/**
 * Clicks, and notes a `javascript:` address that its default action would open: Chrome judges it by the policy of the world that clicked, and that
 * of extensions forbids it. All other default actions are the browser's own.
 *
 * @param hit what is clicked, or the field whose form is sent
 * @param work does so; false says that the page prevented the default
 */
export function activate(hit: Element, work: () => boolean): void {
	const control = ancestorsOf(hit).find((element) => real(element).matches(activated));
	const owner = formOf(control);
	// What neither sends nor is sent by Enter sends only what its page sends.
	const form = owner === null || !maySend(control) ? null : real(owner);
	const submitter = isSubmitter(control) ? control : null;
	let sent: SubmitEvent | undefined;
	// The last one: handlers of the click come before its default action, and the page's own submitting is not ours to repeat.
	const hear = (event: SubmitEvent) => {
		if (event.submitter === submitter) sent = event;
	};
	// At the form itself: out of a shadow root the event does not come.
	form?.addEventListener("submit", hear, { capture: true });
	const isFree = work();
	form?.removeEventListener("submit", hear, { capture: true });
	if (!isFree || control === undefined) return;
	if (sent !== undefined && form !== null && !sent.defaultPrevented) note(addressOfForm(form, submitter));
	if (control instanceof HTMLAnchorElement || control instanceof HTMLAreaElement) note({ url: control.href, target: control.target });
	if (control instanceof SVGAElement) note({ url: absolute(control.href.baseVal), target: control.target.baseVal });
}

/** What was noted since it was last asked for. */
export function takeScriptAddresses(): readonly ScriptAddress[] {
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

function isSubmitter(element: Element | undefined): element is HTMLButtonElement | HTMLInputElement {
	if (element instanceof HTMLButtonElement) return element.type === "submit";
	return element instanceof HTMLInputElement && ["submit", "image"].includes(element.type);
}

const unsent: ReadonlySet<string> = new Set(["button", "reset", "checkbox", "radio", "file", "range", "color"]);

function maySend(element: Element | undefined): boolean {
	return isSubmitter(element) || (element instanceof HTMLInputElement && !unsent.has(element.type));
}

function formOf(element: Element | undefined): HTMLFormElement | null {
	const isControl = element instanceof HTMLButtonElement || element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
	return isControl || element instanceof HTMLTextAreaElement ? element.form : null;
}

/** A button's own words come before those of its form. */
function addressOfForm(form: HTMLFormElement, submitter: HTMLButtonElement | HTMLInputElement | null): Address {
	const own = (name: string) => submitter !== null && real(submitter).hasAttribute(name);
	const method = own("formmethod") ? submitter?.formMethod : form.method;
	if (method === "dialog") return { url: "", target: "" };
	return {
		url: (own("formaction") ? submitter?.formAction : form.action) ?? "",
		target: (own("formtarget") ? submitter?.formTarget : form.target) ?? "",
	};
}
