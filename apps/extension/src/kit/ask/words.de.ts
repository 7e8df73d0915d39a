export const factText = {
	site: "Website",
	target: "Sendet an",
	address: "Führt zu",
	control: "Bedienelement",
	row: "In der Zeile",
	fields: "Felder",
	moreFields: (count: number) => (count === 1 ? "und 1 weiteres Feld" : `und ${count} weitere Felder`),
	amount: "Betrag",
	opens: "Öffnet",
	newTab: "einen neuen Tab",
	download: "einen Download",
};
