import type { Page } from "playwright-core";

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const at = ({ x, y, width, height }: Area) => `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
const places = {
	canvas: { x: 100, y: 100, width: 300, height: 200 },
	password: { x: 500, y: 100, width: 200, height: 30 },
	card: { x: 500, y: 200, width: 300, height: 20 },
	field: { x: 500, y: 300, width: 200, height: 30 },
	frame: { x: 500, y: 400, width: 200, height: 100 },
} as const;

/** A drawing without words, a password that its page shows as text, a card number in two pieces, a field, and a turned frame. */
export const drawnPage = `<style>body { background: #fff }</style>
<canvas style="${at(places.canvas)}" width="300" height="200"></canvas>
<input autocomplete="current-password" aria-label="Door" style="${at(places.password)};box-sizing:border-box;font:20px monospace" value="hunter2hunter2">
<input aria-label="Word" style="${at(places.field)};box-sizing:border-box;font:bold 24px monospace" value="#########">
<iframe title="Nobody reads" style="${at(places.frame)};border:0;transform:rotate(1deg)" srcdoc="<body style='background:#0f0'>"></iframe>
<p style="${at(places.card)};margin:0;font:16px monospace"><b>4111 1111 </b><i>1111 1111</i></p>
<a href="/plain" style="${at({ x: 100, y: 400, width: 60, height: 20 })}">Next</a>
<script>
	const context = document.querySelector("canvas").getContext("2d");
	context.fillStyle = "#f00";
	context.fillRect(0, 0, 300, 200);
</script>`;

/** The parts of the picture that a test looks at. */
export const drawnAreas = {
	drawing: { x: 150, y: 130, width: 200, height: 140 },
	password: { x: 502, y: 102, width: 196, height: 26 },
	card: { x: 502, y: 202, width: 140, height: 14 },
	field: { x: 504, y: 304, width: 100, height: 22 },
	frame: { x: 510, y: 410, width: 180, height: 80 },
	number: { x: 100, y: 85, width: 13, height: 15 },
} as const;

/** The colours of areas of a picture, each channel dark or light, decoded by the browser. JPEG blurs: what is rarer than 5 % of an area is left out. */
export function colorsIn<Name extends string>(
	page: Page,
	url: string,
	areas: Readonly<Record<Name, Area>>,
): Promise<Record<Name, string[]>> {
	return page.evaluate(
		async ({ source, wanted }) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = document.createElement("canvas");
			Object.assign(canvas, { width: image.width, height: image.height });
			const context = canvas.getContext("2d");
			context?.drawImage(image, 0, 0);
			const colorsOf = ({ x, y, width, height }: Area) => {
				const { data = [] } = context?.getImageData(x, y, width, height) ?? {};
				const counts = new Map<string, number>();
				for (let from = 0; from < data.length; from += 4) {
					const digits = [0, 1, 2].map((index) => ((data[from + index] ?? 0) < 128 ? "0" : "f"));
					const color = `#${digits.join("")}`;
					counts.set(color, (counts.get(color) ?? 0) + 1);
				}
				return [...counts].filter(([, count]) => count > 0.05 * width * height).map(([color]) => color);
			};
			return Object.fromEntries(
				Object.entries(wanted as Readonly<Record<string, Area>>).map(([name, area]) => [name, colorsOf(area)]),
			) as Record<Name, string[]>;
		},
		{ source: url, wanted: areas },
	);
}
