// `npm run chart`: writes the schema of the chart's values, lints the chart, and renders the examples for its tests.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exampleNames, hashOfChart, lint, places, render } from "./render.ts";
import { valuesSchema } from "./schema.ts";

const root = dirname(dirname(dirname(import.meta.dirname)));
const write = (file: string, text: string) => {
	writeFileSync(join(root, file), text);
	console.log(file);
};

write(join(places.chart, "values.schema.json"), `${JSON.stringify(await valuesSchema(root), null, 2)}\n`);
const program = process.env["HELM_BIN"];
if (program === undefined) {
	console.error("The chart was not rendered: there is no Helm, and none could be built.");
	process.exit(3);
}
mkdirSync(join(root, places.rendered), { recursive: true });
for (const example of exampleNames(root)) {
	await lint({ program, root }, example);
	write(join(places.rendered, `${example}.yaml`), await render({ program, root }, example));
}
write(join(places.rendered, "chart.sha256"), `${hashOfChart(root)}\n`);
