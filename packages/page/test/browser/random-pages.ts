import fc from "fast-check";

/** A part of a random page. Controls have a number in their name; secrets hold the canary. */
export type Piece =
	| { readonly kind: "text" | "button" | "link" | "field" | "tick" | "select" | "secret" | "hidden"; readonly style: number }
	| { readonly kind: "box"; readonly style: number; readonly inside: readonly Piece[] };

/** Styles that once lost a control or showed hidden text. */
const boxStyles = [
	"",
	"display:flex;gap:4px",
	"float:left;width:40%",
	"position:relative;top:-300px",
	"position:absolute;left:20px;top:900px",
	"position:fixed;right:0;bottom:0;background:#fff",
	"height:120px;overflow:auto",
	"height:0",
	"margin-top:-400px",
	"transform:translateY(-200px)",
	"margin-top:1500px",
	"min-height:900px",
	"display:contents",
	"overflow:hidden;height:30px",
	"position:sticky;top:0;background:#fff",
	"columns:2",
	"direction:rtl",
	"zoom:1.5",
	"opacity:.5",
	"visibility:visible",
] as const;
/** These can bring hidden content into reach, so only searches for controls use them. */
const movingStyles = [
	...boxStyles,
	"translate:0 -900px",
	"rotate:180deg;height:20px",
	"scale:1 3",
	"transform:scaleY(-1);height:20px",
	"offset-path:path('M0 -900 L9 -900')",
	"display:flex;flex-direction:row-reverse",
	"display:flex;flex-direction:column-reverse",
	"display:flex;flex-direction:column-reverse;height:20px",
	"display:flex;flex-direction:column;justify-content:flex-end;height:20px",
	"display:flex;flex-direction:column",
	"display:flex;align-items:center;height:20px",
	"order:-1",
	"order:-1;margin-top:-900px",
	"display:grid;grid-template-columns:1fr 1fr",
	"display:grid;place-content:end;height:20px",
	"grid-row:1",
	"align-self:flex-end;height:20px",
	"align-content:end;height:20px",
	"float:right;margin-top:-300px",
	"height:20px",
	"writing-mode:vertical-lr;direction:rtl;height:20px",
	"writing-mode:vertical-rl",
	"display:inline-block",
	"position:sticky;bottom:0",
	"margin-bottom:-300px",
	"overflow:clip;overflow-clip-margin:900px;height:20px",
	"overflow-y:clip;height:20px",
	"display:table-row;overflow:hidden",
] as const;
/** Writing directions of a document. */
export const bodyStyles = ["", "", "", "direction:rtl", "writing-mode:vertical-rl", "writing-mode:vertical-lr;direction:rtl"] as const;
/** Inline tags take the short path of the reader. */
const boxTags = ["div", "span", "b"] as const;
const hiddenTags = ["div", "span", "small"] as const;
const hiddenStyles = [
	"display:none",
	"visibility:hidden",
	"opacity:0",
	"font-size:0",
	"color:transparent",
	"position:absolute;left:-9999px",
	"position:absolute;clip:rect(0 0 0 0)",
	"clip-path:inset(50%)",
	"width:0;height:0;overflow:hidden",
] as const;
/** The text of a secret, and of a secret choice. */
export const canary = "CANARY7713";
export const chosenCanary = "CHOSEN7713";

const much = "what stands on the back of it, ".repeat(16);
const field = (facts: string) => `<input ${facts} value="${canary}">`;
const dotted = field("style='-webkit-text-security:disc'");
const inLabel = (secret: string) => `<label><span><input type=checkbox></span> Use it <span>${secret}</span></label>`;
const secrets = [
	field("type=password"),
	field("autocomplete=cc-number"),
	field("autocomplete=one-time-code"),
	field("name=cvv"),
	field("aria-label='Your PIN'"),
	field("id=iban"),
	field(`placeholder="PIN, ${much}"`),
	`<label>CVV: ${much}<b>${field("")}</b></label>`,
	`<textarea name=pin>${canary}</textarea>`,
	`<div contenteditable aria-label="Your PIN">${canary}</div>`,
	`<select autocomplete=cc-exp-month><option>one<option selected>${chosenCanary}</select>`,
	dotted,
	inLabel(dotted),
	inLabel(field("name=cvv type=number")),
	inLabel(`<select name=cvc><option>${chosenCanary}</select>`),
] as const;

const leaf = fc.record({
	kind: fc.constantFrom("text", "button", "link", "field", "tick", "select", "secret", "hidden"),
	style: fc.nat(100),
}) as fc.Arbitrary<Piece>;

/** Pages of up to some dozens of pieces. */
export const anyPieces: fc.Arbitrary<readonly Piece[]> = fc.letrec<{ all: readonly Piece[]; box: Piece }>((tie) => ({
	box: fc.record({ kind: fc.constant("box" as const), style: fc.nat(100), inside: tie("all") }),
	all: fc.array(fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, tie("box")), { minLength: 1, maxLength: 8 }),
})).all;

const at = <T extends string>(list: readonly T[], index: number): T | "" => list[index % list.length] ?? "";
const wrap = (tag: string, style: string, inside: string) => `<${tag} style="${style}">${inside}</${tag}>`;

/** Hidden content: a box or inline element. */
function hidden(style: number): string {
	const tag = at(hiddenTags, Math.floor(style / hiddenStyles.length));
	// An inline element has no size.
	const styles = tag === "div" ? hiddenStyles : hiddenStyles.filter((each) => !each.startsWith("width"));
	return wrap(tag, at(styles, style), style % 2 === 0 ? canary : `<i>${canary}</i>`);
}

/** HTML of pieces; the nth control is called `act n`. */
export function htmlOf(pieces: readonly Piece[], { isMoving }: { readonly isMoving: boolean } = { isMoving: false }): string {
	const styles: readonly string[] = isMoving ? movingStyles : boxStyles;
	let count = 0;
	const next = () => {
		count += 1;
		return `act ${count}.`;
	};
	const write = (piece: Piece): string => {
		switch (piece.kind) {
			case "box":
				return wrap(at(boxTags, piece.style), at(styles, piece.style), piece.inside.map(write).join(""));
			case "text":
				return `<p>${"Some words of text. ".repeat(1 + (piece.style % 12))}</p>`;
			case "button":
				return `<button>${next()}</button>`;
			case "link":
				return `<a href="/l/${piece.style}">${next()}</a> `;
			case "field":
				return `<input aria-label="${next()}" value="v${piece.style}">`;
			case "tick":
				return `<label><input type=checkbox ${piece.style % 2 === 0 ? "checked" : ""}> ${next()}</label>`;
			case "select":
				return `<select aria-label="${next()}"><option>one<option>two</select>`;
			case "secret":
				return at(secrets, piece.style);
			case "hidden":
				return hidden(piece.style);
		}
	};
	return pieces.map(write).join("\n");
}
