import type { Colour, Kind } from "./catalogue.ts";
import { colours } from "./catalogue.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

type Paint = { readonly tone: string; readonly shade: string };

// Each drawing stands in a square of 200 with its foot at 170.
const drawings: Readonly<Record<Kind, (paint: Paint) => Html>> = {
	kettle: ({
		tone,
		shade,
	}) => html`<path d="M62 84C22 84 24 146 52 148" fill="none" stroke="${shade}" stroke-width="10" stroke-linecap="round"/>
<path d="M132 104c20-2 22-22 40-24l4 12c-14 4-14 30-36 38z" fill="${shade}"/>
<path d="M66 78h68l14 78a12 12 0 0 1-12 14H64a12 12 0 0 1-12-14z" fill="${tone}"/>
<path d="M66 78h20l-8 92H64a12 12 0 0 1-12-14z" fill="#fff" opacity=".18"/>
<path d="M70 78c2-24 58-24 60 0z" fill="${shade}"/><circle cx="100" cy="54" r="7" fill="${shade}"/>
<rect x="50" y="164" width="100" height="8" rx="4" fill="${shade}"/>`,
	mug: ({ tone, shade }) => html`<path d="M134 92c44-6 44 56 0 50" fill="none" stroke="${shade}" stroke-width="12"/>
<path d="M54 74h84v80a16 16 0 0 1-16 16H70a16 16 0 0 1-16-16z" fill="${tone}"/>
<path d="M54 74h18v96h-2a16 16 0 0 1-16-16z" fill="#fff" opacity=".18"/><ellipse cx="96" cy="74" rx="42" ry="9" fill="${shade}"/>
<path d="M84 58c-6-10 6-14 0-24M106 58c-6-10 6-14 0-24" fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round" opacity=".6"/>`,
	teapot: ({ tone, shade }) => html`<path d="M58 104c-34-8-38 46-2 44" fill="none" stroke="${shade}" stroke-width="10"/>
<path d="M138 118c20 2 20-30 38-34l-4 18c-8 10-8 40-34 46z" fill="${shade}"/>
<ellipse cx="100" cy="126" rx="52" ry="44" fill="${tone}"/><ellipse cx="80" cy="114" rx="14" ry="22" fill="#fff" opacity=".18"/>
<path d="M68 92c4-18 60-18 64 0z" fill="${shade}"/><circle cx="100" cy="72" r="8" fill="${shade}"/><rect x="72" y="164" width="56" height="8" rx="4" fill="${shade}"/>`,
	pan: ({ tone, shade }) => html`<rect x="132" y="112" width="58" height="12" rx="6" fill="${shade}"/>
<path d="M22 108h118l-8 42a14 14 0 0 1-14 12H44a14 14 0 0 1-14-12z" fill="${tone}"/>
<path d="M22 108h26l4 54h-8a14 14 0 0 1-14-12z" fill="#fff" opacity=".15"/><rect x="16" y="102" width="130" height="12" rx="6" fill="${shade}"/>`,
	bowl: ({ tone, shade }) => html`<path d="M30 96h140c0 46-30 70-70 70S30 142 30 96z" fill="${tone}"/>
<path d="M30 96h26c2 34 14 58 30 69-34-5-56-29-56-69z" fill="#fff" opacity=".18"/><ellipse cx="100" cy="96" rx="70" ry="12" fill="${shade}"/>
<rect x="76" y="162" width="48" height="9" rx="4" fill="${shade}"/>`,
	vase: ({
		tone,
		shade,
	}) => html`<path d="M92 78C88 50 70 44 62 30M104 78c2-30 10-44 24-52M98 76V24" fill="none" stroke="#6f8f5e" stroke-width="4" stroke-linecap="round"/>
<circle cx="62" cy="30" r="9" fill="#e7c46a"/><circle cx="128" cy="26" r="9" fill="#d98ba3"/><circle cx="98" cy="22" r="9" fill="#c9524a"/>
<path d="M84 76h32c-2 16 28 34 22 66-3 18-12 28-20 28H82c-8 0-17-10-20-28-6-32 24-50 22-66z" fill="${tone}"/>
<path d="M84 76h10c0 20-18 38-14 66 2 16 6 24 8 28h-6c-8 0-17-10-20-28-6-32 24-50 22-66z" fill="#fff" opacity=".18"/><rect x="80" y="70" width="40" height="9" rx="4" fill="${shade}"/>`,
	lamp: ({
		tone,
		shade,
	}) => html`<path d="M52 102 30 172h140l-22-70z" fill="#f4d58a" opacity=".35"/><path d="M72 40h56l26 62H46z" fill="${tone}"/>
<path d="M72 40h18l-16 62H46z" fill="#fff" opacity=".18"/><rect x="95" y="102" width="10" height="60" fill="${shade}"/>
<path d="M66 170c0-12 68-12 68 0z" fill="${shade}"/>`,
	clock: ({
		tone,
		shade,
	}) => html`<circle cx="100" cy="104" r="66" fill="${shade}"/><circle cx="100" cy="104" r="56" fill="${tone}"/><circle cx="100" cy="104" r="44" fill="#fbf7ef"/>
<path d="M100 104V72M100 104l22 14" stroke="#3a3a3a" stroke-width="5" stroke-linecap="round"/><circle cx="100" cy="104" r="5" fill="#3a3a3a"/>
<path d="M100 64v8M100 136v8M60 104h8M132 104h8" stroke="#9a948a" stroke-width="4" stroke-linecap="round"/>`,
	cushion: ({ tone, shade }) => html`<path d="M40 62c20 8 100 8 120 0-8 24-8 80 0 104-20-8-100-8-120 0 8-24 8-80 0-104z" fill="${tone}"/>
<path d="M52 74c10 24 10 56 0 80M148 74c-10 24-10 56 0 80" fill="none" stroke="${shade}" stroke-width="4"/><path d="M68 92h64M68 114h64M68 136h64" stroke="${shade}" stroke-width="5" stroke-dasharray="10 8" opacity=".8"/>`,
	blanket: ({
		tone,
		shade,
	}) => html`<rect x="34" y="128" width="132" height="34" rx="12" fill="${shade}"/><rect x="34" y="96" width="132" height="38" rx="12" fill="${tone}"/>
<rect x="34" y="66" width="132" height="36" rx="12" fill="${shade}"/><path d="M34 78a12 12 0 0 1 12-12h30v36H46a12 12 0 0 1-12-12z" fill="#fff" opacity=".16"/>
<path d="M120 66v96M132 66v96" stroke="#fff" stroke-width="4" opacity=".45"/><path d="M44 162v10M60 162v10M76 162v10M92 162v10M108 162v10M124 162v10M140 162v10M156 162v10" stroke="${shade}" stroke-width="4" stroke-linecap="round"/>`,
	basket: ({
		tone,
		shade,
	}) => html`<path d="M58 88c0-52 84-52 84 0" fill="none" stroke="${shade}" stroke-width="9"/><path d="M38 88h124l-14 70a14 14 0 0 1-14 12H66a14 14 0 0 1-14-12z" fill="${tone}"/>
<path d="M44 112h112M48 134h104M54 154h92M66 92l8 76M100 92v76M134 92l-8 76" stroke="${shade}" stroke-width="4" opacity=".7"/><rect x="32" y="82" width="136" height="13" rx="6" fill="${shade}"/>`,
	candle: ({
		tone,
		shade,
	}) => html`<path d="M100 30c16 18 16 34 0 38-16-4-16-20 0-38z" fill="#f0b040"/><path d="M100 46c7 9 7 17 0 20-7-3-7-11 0-20z" fill="#fbe3a0"/>
<path d="M100 66v14" stroke="#3a3a3a" stroke-width="4"/><path d="M66 84h68v74a12 12 0 0 1-12 12H78a12 12 0 0 1-12-12z" fill="${tone}"/><path d="M66 84h16v86h-4a12 12 0 0 1-12-12z" fill="#fff" opacity=".2"/>
<ellipse cx="100" cy="84" rx="34" ry="8" fill="${shade}"/><rect x="76" y="112" width="48" height="30" rx="4" fill="#fbf7ef" opacity=".85"/>`,
};

/** A picture of a product, decoration only: the name stands beside it. */
export function illustration(kind: Kind, colour: Colour): Html {
	return html`<img class="drawing" src="/assets/drawings/${kind}-${colour}.svg" alt="" width="200" height="200">`;
}

/** The picture itself as an SVG document. */
export function drawing(kind: Kind, colour: Colour): string {
	return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${drawings[kind](colours[colour])}</svg>`.markup;
}
