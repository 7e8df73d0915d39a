const longest = 36;

/** The name of an input or column from its label, in lower-case ASCII, that no other one has. @throws never */
export function inputNameFor(label: string, taken: readonly string[]): string {
	const plain = label
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll("ß", "ss")
		.replaceAll(/\p{M}/gu, "")
		.replaceAll(/[^a-z0-9]+/g, "_")
		.replaceAll(/^[_0-9]+|_+$/g, "")
		.slice(0, longest)
		.replace(/_+$/, "");
	const base = plain === "" ? "input" : plain;
	let name = base;
	for (let turn = 2; taken.includes(name); turn += 1) name = `${base}_${turn}`;
	return name;
}
