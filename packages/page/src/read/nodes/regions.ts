import { normalize } from "../../write/normalize.ts";
import { frameHost } from "../../write/parts/target.ts";
import type { AccessibleNames } from "../control/accessible-name.ts";
import { formFacts } from "../control/forms.ts";
import { maxNameLength } from "../control/hidden-inputs.ts";
import type { Dom } from "../dom.ts";
import type { Building, NodePlace, RegionNode } from "../page-node.ts";
import { maskNumbers } from "../sensitive.ts";
import type { OpenForm } from "../traversal/context.ts";
import type { Structure } from "./classify.ts";

const named: ReadonlySet<string> = new Set(["dialog", "popover", "form", "nav", "main", "scroll"]);
const least = { scroll: 8, extent: 40, frame: 10 } as const;
/** A page may merge each cell with all rows below it, and each costs a look. */
const mostMergedRows = 100;

/** A region without facts. */
export function emptyRegion(structure: Structure, place: NodePlace): Building<RegionNode> {
	const node: Building<RegionNode> = {
		kind: "region",
		type: structure.type,
		isNew: false,
		name: "",
		states: [],
		attributes: [],
		children: [],
		zone: place.zone,
		distance: place.distance,
	};
	if (structure.level !== undefined) node.level = structure.level;
	if (structure.isTerm !== undefined) node.isTerm = structure.isTerm;
	return node;
}

/** Fills in the facts of regions. */
export class Regions {
	readonly #dom: Dom;
	readonly #names: AccessibleNames;
	readonly #pageUrl: string;

	constructor(dom: Dom, names: AccessibleNames, pageUrl: string) {
		this.#dom = dom;
		this.#names = names;
		this.#pageUrl = pageUrl;
	}

	nameOf(type: RegionNode["type"], element: Element): string {
		if (type !== "fieldset") return named.has(type) ? this.#label(element) : "";
		const legend = this.#dom.query(element, "legend").find((found) => this.#dom.parentNode(found) === element);
		const text = legend === undefined || !this.#dom.isShown(legend) ? "" : this.#names.ofText(legend);
		return text === "" || text.length > maxNameLength ? this.#label(element) : maskNumbers(normalize(text));
	}

	/** The name that the author gave a region; its content does not count. */
	#label(element: Element): string {
		const hasLabel = this.#dom.hasAttribute(element, "aria-label") || this.#dom.hasAttribute(element, "aria-labelledby");
		return hasLabel ? maskNumbers(normalize(this.#names.of(element, undefined))) : "";
	}

	describeForm({ element, node, sensitive }: OpenForm): void {
		const { target, method } = formFacts(this.#dom, element, this.#pageUrl);
		node.states = method === "get" ? [] : [method];
		if (target !== undefined) node.href = target;
		if (sensitive.size > 0) node.attributes = [...node.attributes, ["sensitive", [...sensitive].sort().join(",")]];
	}

	/** The rows that show and the columns of a merged cell, as far as its table has rows; undefined for a cell of its own. */
	spanOf(cell: Element): RegionNode["span"] {
		const numberOf = (...names: readonly string[]) =>
			Number(names.map((name) => this.#dom.attribute(cell, name)).find((value) => value !== null)) || 1;
		const columns = Math.max(1, numberOf("colspan", "aria-colspan"));
		const most = Math.min(mostMergedRows, numberOf("rowspan", "aria-rowspan"));
		const row = this.#dom.parentNode(cell);
		let [rows, looked] = [1, 1];
		for (let next = row; looked < most && next !== null; ) {
			next = this.#dom.nextSibling(next);
			if (next === null || this.#dom.nodeType(next) !== 1) continue;
			looked += 1;
			if (this.#dom.isShown(next as Element)) rows += 1;
		}
		return rows > 1 || columns > 1 ? { rows, columns } : undefined;
	}

	/** The scroll position in screens of the container, such as `0.5 more above, 3.2 more below`; "" if everything fits. */
	scrollOf(element: Element): string {
		const { top, left, height, width, clientHeight, clientWidth } = this.#dom.scrollSize(element);
		const parts: string[] = [];
		const add = (pixels: number, extent: number, where: string) => {
			if (pixels <= least.scroll || extent < least.extent) return;
			parts.push(`${Math.max(0.1, Math.round((pixels / extent) * 10) / 10)} more ${where}`);
		};
		add(top, clientHeight, "above");
		add(height - clientHeight - top, clientHeight, "below");
		add(left, clientWidth, "left");
		add(width - clientWidth - left, clientWidth, "right");
		return parts.join(", ");
	}

	/** A frame element, whose text is read by its own content script; undefined if it is too small to see. */
	frame(element: Element, place: NodePlace): RegionNode | undefined {
		const rect = this.#dom.rect(element);
		if (rect.width < least.frame || rect.height < least.frame) return undefined;
		const fact = (name: string) => (this.#dom.attribute(element, name) ?? "").trim();
		const node = emptyRegion({ type: "frame" }, place);
		node.name = maskNumbers(normalize(fact("title") || fact("aria-label") || fact("name")));
		const url = URL.parse(fact("src") || fact("data"), this.#dom.baseUrl());
		const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
		if (url !== null && isWeb && url.host !== URL.parse(this.#pageUrl)?.host) node.href = frameHost(url.host);
		return node;
	}
}
