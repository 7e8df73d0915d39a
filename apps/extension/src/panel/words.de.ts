export const text = {
	product: "Webhand",
	routines: "Routinen",
	serverTools: "Server-Werkzeuge",
	serverToolsWaiting: (n: number) => (n === 1 ? "1 Frage wartet auf Sie" : `${n} Fragen warten auf Sie`),
};
