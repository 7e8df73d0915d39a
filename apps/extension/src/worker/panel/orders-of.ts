import type { ElementView, PageView } from "@webhand/page/parse/view";

const most = 3;
/** A name of this length reads well in a quoted order. */
const shortest = 3;
const longest = 40;

/**
 * Orders that fit a page and need no language model, the most telling first. They only look: none of them changes anything.
 *
 * @throws never
 */
export function ordersOf({ elements, lines, title }: Pick<PageView, "elements" | "lines" | "title">): readonly string[] {
	const all = [...elements.values()];
	const links = all.filter(({ type, href }) => type === "a" && href !== undefined).filter(isSayable);
	const isAlone = ({ name }: ElementView) => all.filter((other) => other.name === name).length === 1;
	const [content, frame] = [links.filter(isAlone).filter(isInMain), links.filter(isAlone).filter((link) => !isInMain(link))];
	const search = all.find(({ type, states }) => type === "search" && !states.has("disabled"));
	const [thing] = content;
	const [place] = frame;
	return [
		...(search !== undefined && thing !== undefined ? [`Search for "${thing.name}"`] : []),
		...(thing === undefined ? [] : [`Open "${thing.name}"`]),
		...(place === undefined ? [] : [`Open "${place.name}"`]),
		...(title === "" ? [] : ["Read the page title"]),
		...(links.length > 1 ? ["How many links are there?"] : []),
	].slice(0, most);

	/** Content of the page, not what stands around it on all pages of the site. */
	function isInMain({ line }: ElementView): boolean {
		for (let at = line; at >= 0; at = lines[at]?.parent ?? -1) {
			const region = lines[at]?.region ?? "";
			if (region === "main") return true;
			if (region === "nav" || region === "header" || region === "footer") return false;
		}
		return false;
	}
}

function isSayable({ name }: ElementView): boolean {
	return name.length >= shortest && name.length <= longest && /^\p{L}/u.test(name) && !/["“”\n]/.test(name);
}
