export const conversationText = {
	approved: "Einmal erlaubt.",
	approvedFor: {
		task: "Einmal erlaubt.",
		run: "Für alle Zeilen dieses Durchlaufs erlaubt.",
		routine: "Für jeden Durchlauf dieser Routine erlaubt.",
	},
	denied: "Abgelehnt.",
	done: "Ich bin fertig.",
	filledByLogin: "Die Zugangsdaten der Routine sind eingetragen.",
	nowOn: (domain: string) => `jetzt auf ${domain}`,
	newTask: (domain: string) => (domain === "" ? "Neue Aufgabe" : `${domain}: Neue Aufgabe`),
	asksElsewhere: "Webhand fragt, für eine Aufgabe, die nicht dieser Browser ausführt",
	answerHere: "Hier antworten",
	questionChanged: "Webhand fragt jetzt etwas anderes. Beantworten Sie bitte die Frage, wie sie jetzt dasteht.",
	questionGone: "Diese Frage ist schon beantwortet. Die Aufgabe geht weiter.",
	taskEnded: "Die Aufgabe war schon zu Ende, als dies ankam.",
	taskUnknown: "Der Server kennt diese Aufgabe nicht mehr.",
};
