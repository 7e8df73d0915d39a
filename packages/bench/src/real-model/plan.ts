import type { ModelFile } from "./model/files.ts";
import { modelFiles } from "./model/files.ts";
import { orders } from "./orders/all.ts";
import type { Order } from "./orders/order.ts";

/**
 * What runs. `modelFile`: the local model, where the environment names none. `rulesFirst`: for MODEL_RULES_FIRST, null leaves it to the
 * product. `transcript`: where prompts and replies are kept. `pictures`: a folder for the panel as each order leaves it. `serve`: the port of a local model that is only served.
 */
export type RealModelPlan = {
	readonly orders: readonly Order[];
	readonly modelFile: ModelFile;
	readonly rulesFirst: boolean | null;
	readonly transcript: string | null;
	readonly pictures: string | null;
	readonly serve: number | null;
};

/** Command-line options of this benchmark, besides `--only`. */
export const realModelOptions = {
	"model-file": { type: "string" },
	orders: { type: "string" },
	transcript: { type: "string" },
	pictures: { type: "string" },
	"rules-first": { type: "string" },
	serve: { type: "string" },
} as const;

type Values = Readonly<Partial<Record<keyof typeof realModelOptions, string>>> & { readonly only?: readonly string[] };

/**
 * Reads the options: by default all orders with Qwen.
 *
 * @param values `only` names orders; `simple` stands for the 17 simple ones
 * @throws Error that names the wrong option
 */
export function realModelPlan(values: Values): RealModelPlan {
	const { only = [], transcript = null, pictures = null, "model-file": file = "qwen", "rules-first": first } = values;
	const stranger = only.find((name) => name !== "simple" && !orders.some((order) => order.name === name));
	if (stranger !== undefined)
		throw new Error(`real-model has no order “${stranger}”; it has simple, ${orders.map((order) => order.name).join(", ")}`);
	const modelFile = modelFiles.find((name) => name === file);
	if (modelFile === undefined) throw new Error(`--model-file takes ${modelFiles.join(" or ")}`);
	if (first !== undefined && first !== "on" && first !== "off") throw new Error("--rules-first takes on or off");
	const isWanted = ({ name, isSimple }: Order) =>
		only.length === 0 || only.includes(name) || (isSimple === true && only.includes("simple"));
	const wanted = orders.filter(isWanted);
	return {
		orders: wanted.slice(0, wholeNumber("--orders", values.orders, orders.length) ?? wanted.length),
		modelFile,
		rulesFirst: first === undefined ? null : first === "on",
		transcript,
		pictures,
		serve: wholeNumber("--serve", values.serve, 65_535),
	};
}

function wholeNumber(option: string, text: string | undefined, most: number): number | null {
	if (text === undefined) return null;
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > most) throw new Error(`${option} takes a number from 1 to ${most}`);
	return number;
}
