export const strengthText = {
	short: (least: number) => `Das Passwort ist zu kurz. Nehmen Sie mindestens ${least} Zeichen`,
	long: (most: number) => `Das Passwort ist zu lang. Nehmen Sie höchstens ${most} Zeichen`,
	because: {
		userInputs: "Das Passwort ähnelt Ihrer E-Mail-Adresse, Ihrem Namen oder Ihrer Organisation. Wählen Sie andere Wörter",
		straightRow: "Das Passwort ist eine Reihe von Tasten. Wählen Sie mehrere Wörter, die nichts miteinander zu tun haben",
		keyPattern: "Das Passwort ist ein Muster von Tasten. Wählen Sie mehrere Wörter, die nichts miteinander zu tun haben",
		simpleRepeat: "Das Passwort wiederholt ein Zeichen. Wählen Sie mehrere verschiedene Wörter",
		extendedRepeat: "Das Passwort wiederholt einen Teil. Wählen Sie mehrere verschiedene Wörter",
		sequences: "Das Passwort ist eine Folge wie abc oder 123. Wählen Sie mehrere Wörter, die nichts miteinander zu tun haben",
		recentYears: "Das Passwort ist kaum mehr als eine Jahreszahl. Fügen Sie einige andere Wörter hinzu",
		dates: "Das Passwort ist kaum mehr als ein Datum. Fügen Sie einige andere Wörter hinzu",
	},
	anyway: "Das Passwort ist leicht zu erraten. Fügen Sie ein oder zwei Wörter hinzu, die nichts damit zu tun haben",
};
