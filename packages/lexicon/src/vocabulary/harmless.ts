/**
 * Words of buttons that only change what is shown: English, German, French, Spanish, Russian; at most 300 together. `looking` stands before
 * or behind any object ("Show details of order 17"); a label of nothing but `looking` and `parts` is harmless too.
 */
export const harmless = {
	looking: [
		"show view see sort filter search find expand collapse zoom preview browse read",
		"zeige zeigen anzeigen einblenden ansehen sortieren filtern suche suchen finden aufklappen zuklappen vergrößern",
		"afficher voir trier filtrer chercher rechercher recherche développer agrandir aperçu lire",
		"mostrar ver ordenar filtrar buscar búsqueda expandir contraer ampliar leer",
		"показать смотреть посмотреть сортировать фильтр фильтровать поиск искать найти развернуть свернуть увеличить",
	],
	parts: [
		"more less load next previous prev older newer back close dismiss cancel hide reset clear no not now later open menu details page tab dialog filters list grid",
		"first last all results help info day week month year today got it options columns pause play by columns calendar gallery slide edit",
		"mehr weniger laden weitere ältere neuere nächste vorherige zurück schließen abbrechen ausblenden nein nicht jetzt später öffnen menü seite tag woche monat jahr",
		"bearbeiten heute erste letzte alle liste ergebnisse hilfe spalten kalender vor",
		"plus moins charger anciens récents suivant suivante précédent précédente retour fermer annuler masquer non pas maintenant tard ouvrir filtres onglet jour semaine",
		"éditer mois année première dernière tout liste résultats aide colonnes calendrier détails par le la les",
		"más menos cargar antiguos recientes siguiente anterior atrás volver cerrar cancelar ocultar ahora abrir menú detalles página pestaña filtros día semana mes año hoy",
		"editar primera última todo lista resultados ayuda columnas calendario por",
		"ещё еще больше меньше загрузить старые новые далее следующая следующий предыдущая предыдущий назад закрыть отмена скрыть нет не сейчас позже открыть меню",
		"редактировать подробнее подробности страница вкладка фильтры первая последняя список результаты справка день неделя месяц год сегодня по столбцы календарь",
	],
} as const;
