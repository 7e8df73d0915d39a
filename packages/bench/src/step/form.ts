/** A form with `fields` fields on a page of about `size` characters. Each step fills one field; one more step ends the task. */
export type Shape = { readonly fields: number; readonly size: number };

/** The values of a form by field, from 1; an empty field is absent. */
export type Form = ReadonlyMap<number, string>;

const firstId = 100;

/** An order may have 40 clauses: one names so many fields. */
const fieldsOfClause = 8;

/** The instruction: eight fields a clause; 300 of them fit the 10,000 characters of a query. */
export function queryOf(fields: number): string {
	const entries = Array.from({ length: fields }, (_, index) => `"v${index + 1}" in "Field ${index + 1}"`);
	const clauses = entries.flatMap((_, at) => (at % fieldsOfClause === 0 ? [entries.slice(at, at + fieldsOfClause).join(", ")] : []));
	return clauses.map((clause) => `enter ${clause}`).join(". ");
}

/** The number of fields in an instruction. */
export function fieldsOf(query: string): number {
	return query.split('" in "').length - 1;
}

/** The form as page text of about `size` characters, between filler as on real pages. */
export function pageText(form: Form, { fields, size }: Shape): string {
	const lines = Array.from({ length: fields }, (_, index) => fieldLine(index + 1, form.get(index + 1)));
	const head = [
		"@page 1",
		"@url https://bench.example/form",
		"@title Bench form",
		"@epoch b3nch0aa",
		"@screen 1280x800, page 1 of 6.0",
		"",
		"@view",
		"# A long form",
		'<form "Entries" post>',
	];
	const body = [...head, ...lines, ` <button ${firstId + fields + 1} submit>Send`, "@below"];
	let length = body.reduce((sum, line) => sum + line.length + 1, 0);
	for (let row = 0; length < size; row += 1) {
		const line = fillerLine(row);
		body.push(line);
		length += line.length + 1;
	}
	return body.join("\n");
}

/** The field and value of a fill action; null for another action. */
export function readFill(action: string): { readonly field: number; readonly value: string } | null {
	const match = /^setValue\((\d+), ("(?:[^"\\]|\\.)*")\)$/.exec(action);
	if (!match?.[1] || !match[2]) return null;
	const field = Number(match[1]) - firstId;
	return field >= 1 ? { field, value: JSON.parse(match[2]) as string } : null;
}

/** The action that fills a field. */
export function fillOf(field: number): string {
	return `setValue(${firstId + field}, "v${field}")`;
}

function fieldLine(field: number, value: string | undefined): string {
	return ` <input ${firstId + field} "Field ${field}"${value === undefined ? "" : ` value="${value}"`}>`;
}

function fillerLine(row: number): string {
	const id = 1_000 + row;
	switch (row % 4) {
		case 0:
			return `Paragraph ${row} tells at some length what a person who reads this page may want to know before sending the form.`;
		case 1:
			return `<a ${id} /articles/${row}>Article ${row} on forms and how to fill them`;
		case 2:
			return `| Order ${row} | 2026-03-${String((row % 28) + 1).padStart(2, "0")} | ${row * 7}.00 € | <button ${id} "Open order ${row}">Open`;
		default:
			return `- Item ${row} of the list, with a few words more`;
	}
}
