import type { Building, ControlNode, RegionNode } from "../../read/page-node.ts";
import type { SensitiveKind } from "../../read/sensitive.ts";
import type { DraftLine } from "../../write/draft.ts";
import { formMethodOf } from "../../write/grammar.ts";
import { writeFormTarget, writeTarget } from "../../write/parts/target.ts";
import type { HtmlTag } from "./tags.ts";
import { unplaced } from "./tags.ts";

/** A form. `tag` is absent while other tags only name it, `region` until it closes. */
export type HtmlForm = { tag?: HtmlTag; readonly secrets: Set<SensitiveKind>; region?: Building<RegionNode> };

type Sending = { readonly node: Building<ControlNode>; readonly tag: HtmlTag; readonly around: HtmlForm | undefined };
type Stray = { readonly node: Building<ControlNode>; readonly owner: HtmlForm };

const unknownPage = "http://page.invalid/";
const serialKey = "form";

/** Targets of links, forms and buttons. They are resolved at the end, because `<base>` and a named form may come later. */
export class HtmlTargets {
	readonly #named = new Map<string, HtmlForm>();
	readonly #forms: HtmlForm[] = [];
	readonly #links: { readonly node: Building<ControlNode>; readonly href: string }[] = [];
	readonly #sending: Sending[] = [];
	readonly #strays: Stray[] = [];
	#base: string | undefined;

	/** Only the first `<base href>` counts. */
	addBase(href: string): void {
		const base = URL.parse(href, unknownPage);
		this.#base ??= base === null || /^(?:data|javascript):$/.test(base.protocol) ? unknownPage : base.href;
	}

	openForm(tag: HtmlTag): HtmlForm {
		const id = tag.attributes.get("id") ?? "";
		const form = id === "" ? { secrets: new Set<SensitiveKind>() } : this.#formCalled(id);
		// Of two forms with the same id, the first counts.
		const opened: HtmlForm = form.tag === undefined ? form : { secrets: new Set() };
		opened.tag = tag;
		this.#forms.push(opened);
		return opened;
	}

	/** The form that a field or button submits: the named one, else the enclosing one. */
	ownerOf({ attributes }: HtmlTag, around: HtmlForm | undefined): HtmlForm | undefined {
		const named = attributes.get("form");
		return named === undefined || named === "" ? around : this.#formCalled(named);
	}

	addLink(node: Building<ControlNode>, href: string): void {
		this.#links.push({ node, href });
	}

	addSending(sending: Sending): void {
		this.#sending.push(sending);
	}

	/** Writes all targets into their nodes. */
	resolveAll(): void {
		for (const { node, href } of this.#links) {
			const target = writeTarget(this.#resolve(href), "");
			if (target !== undefined) node.href = target;
		}
		for (const sending of this.#sending) this.#resolveSending(sending);
		const outside = new Set(this.#strays.map(({ owner }) => owner));
		for (const [serial, form] of this.#forms.entries()) this.#resolveForm(form, outside.has(form) ? String(serial) : undefined);
	}

	/**
	 * Tells controls outside their form which form of the text they belong to.
	 *
	 * @returns false if there are none, so that the lines stay
	 */
	place(lines: readonly DraftLine[]): boolean {
		const serials = lines
			.filter(({ region }) => region?.type === "form")
			.map(({ region }) => region?.attributes.find(([key]) => key === serialKey)?.[1]);
		for (const { node, owner } of this.#strays) {
			const place = serials.indexOf(String(this.#forms.indexOf(owner))) + 1;
			if (place > 0) node.attributes = [...node.attributes, ["form", String(place)]];
		}
		return this.#strays.length > 0;
	}

	#formCalled(id: string): HtmlForm {
		const known = this.#named.get(id);
		if (known !== undefined) return known;
		const form: HtmlForm = { secrets: new Set() };
		this.#named.set(id, form);
		return form;
	}

	#resolveSending({ node, tag, around }: Sending): void {
		const owner = this.ownerOf(tag, around);
		const [action, method] = [tag.attributes.get("formaction"), tag.attributes.get("formmethod")];
		const isStray = owner !== around && owner?.tag !== undefined;
		if (isStray) this.#strays.push({ node, owner });
		if (!isStray && action === undefined && method === undefined) return;
		const target = writeTarget(this.#resolve(action ?? owner?.tag?.attributes.get("action") ?? ""), "");
		const isHere = target === undefined || target === "/";
		const words = [
			...(isHere ? [] : [["action", target] as const]),
			["method", formMethodOf(method ?? owner?.tag?.attributes.get("method"))],
		];
		node.attributes = [...node.attributes, ...(words as readonly (readonly [string, string])[])];
	}

	#resolveForm({ tag, region, secrets }: HtmlForm, serial: string | undefined): void {
		if (tag === undefined || region === undefined) return;
		const target = writeFormTarget(this.#resolve(tag.attributes.get("action") ?? ""), "");
		if (target !== undefined) region.href = target;
		region.attributes = [
			...(secrets.size === 0 ? [] : [["sensitive", [...secrets].sort().join(",")] as const]),
			...(serial === undefined ? [] : [[serialKey, serial] as const]),
		];
		// An empty form would have no line, and its controls elsewhere would lose its facts.
		if (serial !== undefined)
			region.children = [
				...region.children,
				{ kind: "collapsed", id: 0, label: "more of this form stands elsewhere", ...unplaced, children: [] },
			];
	}

	/** Resolves against `<base>`. Without one the address stays relative to the unknown page. */
	#resolve(address: string): string {
		if (this.#base === undefined || address.trim() === "") return address;
		return URL.parse(address, this.#base)?.href ?? address;
	}
}
