import { wordSet } from "./text.ts";

const asks =
	/\?|\b(?:sure|really|confirm|cannot be undone|can['’]t be undone|permanently|irreversible)\b|sicher|wirklich|rückgängig|vraiment|seguro/iu;
const declines =
	/^(?:cancel|no|close|back|go back|keep|abort|dismiss|not now|later|skip|×|x|abbrechen|nein|schließen|zurück|annuler|non|fermer|cancelar|no gracias)(?![\p{L}\p{N}])|\b(?:keep|don['’]t|without)\b/iu;
const agrees = /^(?:yes|ok|okay|confirm|continue|proceed|ja|bestätigen|weiter|oui|confirmer|sí|confirmar|aceptar)(?![\p{L}\p{N}])/iu;

const nothing = wordSet(
	"yes ok okay really permanently forever now it this that these the a an my your selected item entry row icon button trash bin",
	"ja wirklich endgültig dauerhaft jetzt ausgewählte auswahl den die das dem der mein meine meinen dein deine deinen eintrag zeile",
);
const ofQuestions = wordSet(
	"are you sure want do does really to would like will be is was cannot can't undone undo of for with and or any its action following confirm continue proceed in on at from into onto by",
	"möchten sie willst du möchtest soll sollen werden wird sind sicher dass und oder von mit kann nicht rückgängig gemacht diese dieses diesen diesem fortfahren weiter",
	"voulez vous vraiment êtes sûr sûre de le la les ce cet cette está seguro segura que desea quiere este esta el sei sicuro vuoi davvero continuer continuar continuare",
);

// Possessives, demonstratives and articles are closed classes. Romance articles begin too many names: "La Paz".
const determiners = wordSet(
	"my mine your yours our ours his her hers its their theirs this that these those the a an",
	"mein meine meinen meinem meiner dein deine deinen deinem deiner unser unsere unseren unserem ihr ihre ihren ihrem",
	"der die das den dem ein eine einen diese diesen dieses diesem",
	"mon ma mes ton ta tes notre nos votre vos mi mis tu tus su sus nuestro nuestra nuestros nuestras mio mia miei mie",
	"meu minha meus minhas seu sua мой моя моё мое мои моего мою твой твоя наш наша наши",
);

/** True for a word that stands before a noun and makes it a description: "my account". In lower case. @throws never */
export const isDeterminer = (word: string): boolean => determiners.has(word);

/** True for words of a control's name that name no object: "it", "permanently", "selected". In lower case. */
export function namesNothing(word: string): boolean {
	return nothing.has(word);
}

/** True for what a question to a person says beside a deed and its object: "are you sure you want to". In lower case. */
export function isOfQuestions(word: string): boolean {
	return ofQuestions.has(word) || nothing.has(word);
}

/** True for what a dialog says when it wants an answer: "Delete it?", "This cannot be undone". */
export function isAsking(text: string): boolean {
	return asks.test(text);
}

/** True for a button that says no, or leaves things as they are: "Cancel", "No thanks", "Keep it". */
export function isDeclining(name: string): boolean {
	return declines.test(name.trim());
}

/** True for a button that says yes and no more: "OK", "Yes, delete it", "Weiter". */
export function isAgreeing(name: string): boolean {
	return agrees.test(name.trim()) && !isDeclining(name);
}
