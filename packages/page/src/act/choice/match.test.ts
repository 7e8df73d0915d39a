import { expect, test } from "vitest";
import type { OptionName } from "./match.ts";
import { matchOption } from "./match.ts";

const plain = (...labels: readonly string[]): OptionName[] => labels.map((name) => ({ names: [name], firstLine: name }));
const lines = (...options: readonly (readonly [string, string])[]): OptionName[] =>
	options.map(([first, second]) => ({ names: [`${first}\n${second}`], firstLine: first }));
const cities = lines(["Berlin", "Germany · 3.6 M"], ["Bern", "Switzerland · 0.1 M"]);
const grouped: readonly OptionName[] = [
	{ names: ["Other"], firstLine: "Other", group: "Fruit", value: "f" },
	{ names: ["Other"], firstLine: "Other", group: "Tea", value: "t" },
];

test.each<[what: string, options: readonly OptionName[], wanted: string, index: number | "none" | "several"]>([
	["a name in other capitals and spaces", plain("Red", "Dark  blue"), "dark blue", 1],
	["the exact name before one in other capitals", plain("us", "US"), "US", 1],
	["a name of two lines as page text has it", cities, "Berlin Germany · 3.6 M", 0],
	["a name of two lines without the space between them", cities, "BernSwitzerland · 0.1 M", 1],
	["the first line alone", cities, "bern", 1],
	["a part of a first line", cities, "Ber", "none"],
	["a first line that two options have", lines(["Paris", "France"], ["Paris", "Texas"]), "Paris", "several"],
	["both lines where the first is twice", lines(["Paris", "France"], ["Paris", "Texas"]), "Paris Texas", 1],
	["the whole name of one before the first line of another", [...lines(["Free", "0 €"]), ...plain("Free")], "Free", 1],
	["a name that stands in two groups", grouped, "Other", "several"],
	["the same with its group", grouped, "Tea > Other", 1],
	["the same with its group behind", grouped, "Other (Fruit)", 0],
	["a value", grouped, "t", 1],
	["an entry that is listed twice", [...grouped.slice(0, 1), ...grouped.slice(0, 1)], "Other", 0],
	["signs that tell names apart", plain("C++", "C#"), "C", "none"],
	["signs of the grammar as page text writes them", plain('<b> "x"'), "‹b› 'x'", 0],
	["no words", plain("", "A"), " ", "none"],
])("%s", (_what, options, wanted, index) => {
	expect(matchOption(options, wanted)).toEqual(typeof index === "number" ? { kind: "one", index } : { kind: index });
});
