"""Who a player is until they choose a name: an animal, or something as pleasant, with a quality.

Each language has words of its own, none of which insults anybody there. An adjective that has two forms is
written "astuto/astuta", and takes that of its noun.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """A language's words. `pattern` puts a noun and an adjective together."""

    pattern: str
    adjectives: tuple[str, ...]
    masculine: tuple[str, ...]
    feminine: tuple[str, ...] = ()

    def __len__(self) -> int:
        """How many names there are."""
        return len(self.adjectives) * (len(self.masculine) + len(self.feminine))

    def name(self, number: int) -> str:
        """The name of this number, which may be any; every len(self) they begin again."""
        nouns = self.masculine + self.feminine
        quality, thing = divmod(number % len(self), len(nouns))
        forms = self.adjectives[quality].split("/")
        adjective = forms[-1] if nouns[thing] in self.feminine else forms[0]
        return self.pattern.format(noun=nouns[thing], adjective=adjective)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENGLISH = Words(
    pattern="{adjective} {noun}",
    adjectives=_words(
        """
        Quiet Merry Bold Gentle Clever Patient Nimble Sunny Steady Bright Curious Calm Brave Swift
        Cheerful Wise Lucky Graceful Honest Happy Dashing Thoughtful Friendly Proud Kind Playful
        Polite Daring Jolly Humble Noble Keen Witty Loyal Lively Serene Modest Sincere Spirited Hearty
        """
    ),
    masculine=_words(
        """
        Heron Otter Falcon Bear Fox Owl Hare Robin Badger Swallow Magpie Dolphin Lynx Deer Finch
        Tortoise Beetle Swan Beaver Seal Kestrel Raven Hedgehog Stag Elephant Squirrel Penguin Gull
        Toad Sparrow Horse Hawk Wren Puffin Marten Salmon Crane Stork Lark Bison Panda Gecko
        """
    ),
)

ITALIAN = Words(
    pattern="{noun} {adjective}",
    adjectives=_words(
        """
        Astuto/Astuta Gentile Coraggioso/Coraggiosa Paziente Allegro/Allegra Calmo/Calma
        Curioso/Curiosa Veloce Saggio/Saggia Elegante Onesto/Onesta Felice Audace
        Pensieroso/Pensierosa Amichevole Fiero/Fiera Generoso/Generosa Giocoso/Giocosa Cortese
        Simpatico/Simpatica Umile Nobile Attento/Attenta Sereno/Serena Brillante Agile Fedele Vivace
        Tenace Fortunato/Fortunata Sincero/Sincera Prudente Luminoso/Luminosa Premuroso/Premurosa
        Tranquillo/Tranquilla Arguto/Arguta Leale Intrepido/Intrepida Spensierato/Spensierata
        Discreto/Discreta
        """
    ),
    masculine=_words(
        """
        Airone Falco Orso Gufo Tasso Delfino Cervo Cigno Castoro Riccio Corvo Elefante Scoiattolo
        Pinguino Gabbiano Cavallo Leone Pettirosso Usignolo Fringuello Gheppio Lupo Ghiro Camoscio
        Stambecco Capriolo Gatto Picchio Colibrì Cardellino
        """
    ),
    feminine=_words(
        """
        Volpe Lontra Lepre Rondine Gazza Lince Tartaruga Coccinella Farfalla Allodola Cicogna Aquila
        Gazzella Colomba Libellula Marmotta Renna Giraffa Upupa Ape
        """
    ),
)

SPANISH = Words(
    pattern="{noun} {adjective}",
    adjectives=_words(
        """
        Astuto/Astuta Amable Valiente Paciente Alegre Tranquilo/Tranquila Curioso/Curiosa Veloz
        Sabio/Sabia Elegante Honesto/Honesta Feliz Audaz Pensativo/Pensativa Amistoso/Amistosa Noble
        Generoso/Generosa Juguetón/Juguetona Cortés Simpático/Simpática Humilde Atento/Atenta
        Sereno/Serena Brillante Ágil Fiel Vivaz Tenaz Afortunado/Afortunada Sincero/Sincera Prudente
        Luminoso/Luminosa Dulce Ingenioso/Ingeniosa Leal Intrépido/Intrépida Risueño/Risueña
        Discreto/Discreta Bondadoso/Bondadosa Ligero/Ligera
        """
    ),
    masculine=_words(
        """
        Zorro Halcón Oso Búho Tejón Delfín Ciervo Cisne Castor Erizo Cuervo Elefante Pingüino Gorrión
        Caballo León Lince Petirrojo Ruiseñor Jilguero Cernícalo Lobo Corzo Rebeco Colibrí Gato Mirlo
        Flamenco Koala Tucán
        """
    ),
    feminine=_words(
        """
        Nutria Liebre Golondrina Tortuga Abeja Alondra Cigüeña Águila Tórtola Libélula Luciérnaga
        Gacela Jirafa Ardilla Gaviota Garza Grulla Calandria Perdiz Marmota
        """
    ),
)

# With the article, as bynames have it: "the brave falcon".
ARABIC = Words(
    pattern="ال{noun} ال{adjective}",
    adjectives=_words(
        """
        شجاع/شجاعة ذكي/ذكية هادئ/هادئة سريع/سريعة صبور لطيف/لطيفة كريم/كريمة مرح/مرحة حكيم/حكيمة
        رشيق/رشيقة نبيل/نبيلة وفي/وفية صادق/صادقة طيب/طيبة ماهر/ماهرة نشيط/نشيطة بارع/بارعة لامع/لامعة
        باسم/باسمة سعيد/سعيدة حالم/حالمة واثق/واثقة أنيق/أنيقة يقظ/يقظة مبتهج/مبتهجة متفائل/متفائلة
        متواضع/متواضعة مغامر/مغامرة فضولي/فضولية ودود مخلص/مخلصة جريء/جريئة رائع/رائعة فطن/فطنة
        رقيق/رقيقة مشرق/مشرقة ثابت/ثابتة محظوظ/محظوظة مثابر/مثابرة أمين/أمينة
        """
    ),
    masculine=_words(
        """
        صقر أسد غزال بلبل هدهد دلفين حصان نسر نمر فهد وشق وعل سنجاب قنفذ قندس عصفور كناري حسون طاووس
        نحام لقلق كركي نورس حوت مهر شبل كوكب نجم قمر نهر
        """
    ),
    feminine=_words(
        """
        سلحفاة فراشة حمامة نحلة بجعة غزالة قطة زرافة قبرة مهاة نجمة لؤلؤة وردة نخلة موجة غيمة نسمة
        ياسمينة سنبلة زنبقة
        """
    ),
)

GERMAN = Words(
    pattern="{adjective} {noun}",
    adjectives=_words(
        """
        Kluger/Kluge Mutiger/Mutige Heiterer/Heitere Flinker/Flinke Ruhiger/Ruhige Froher/Frohe
        Sanfter/Sanfte Wacher/Wache Treuer/Treue Ehrlicher/Ehrliche Fleißiger/Fleißige
        Freundlicher/Freundliche Fröhlicher/Fröhliche Geduldiger/Geduldige Gelassener/Gelassene
        Gemütlicher/Gemütliche Geschickter/Geschickte Großzügiger/Großzügige Gütiger/Gütige
        Höflicher/Höfliche Kühner/Kühne Lebhafter/Lebhafte Listiger/Listige Lustiger/Lustige
        Munterer/Muntere Neugieriger/Neugierige Pfiffiger/Pfiffige Sorgsamer/Sorgsame
        Schlauer/Schlaue Sonniger/Sonnige Stolzer/Stolze Tapferer/Tapfere Vergnügter/Vergnügte
        Verspielter/Verspielte Verträumter/Verträumte Weiser/Weise Wendiger/Wendige Witziger/Witzige
        Zufriedener/Zufriedene Emsiger/Emsige
        """
    ),
    masculine=_words(
        """
        Adler Bär Biber Bussard Dachs Delfin Eisvogel Elefant Falke Fink Fischotter Frosch Fuchs
        Gepard Hamster Hase Hirsch Igel Kolibri Kranich Laubfrosch Löwe Luchs Marder Panda Pinguin
        Rabe Schwan Seehund Specht Star Steinbock Storch Wal Wolf Zeisig
        """
    ),
    feminine=_words(
        """
        Ameise Amsel Antilope Biene Dohle Eidechse Elster Ente Eule Forelle Gämse Giraffe Haselmaus
        Hummel Katze Lerche Libelle Meise Möwe Nachtigall Robbe Schildkröte Schwalbe Seelöwin Taube
        Wachtel
        """
    ),
)

FRENCH = Words(
    pattern="{noun} {adjective}",
    adjectives=_words(
        """
        Sage Agile Aimable Paisible Honnête Fidèle Noble Habile Tenace Modeste Affable Intrépide Sincère
        Espiègle Jovial/Joviale Loyal/Loyale Amical/Amicale Subtil/Subtile Rusé/Rusée Enjoué/Enjouée
        Avisé/Avisée Serein/Sereine Curieux/Curieuse Joyeux/Joyeuse Courageux/Courageuse
        Généreux/Généreuse Gracieux/Gracieuse Heureux/Heureuse Lumineux/Lumineuse
        Chanceux/Chanceuse Audacieux/Audacieuse Patient/Patiente Prudent/Prudente Élégant/Élégante
        Souriant/Souriante Brillant/Brillante Vaillant/Vaillante Attentif/Attentive Vif/Vive
        Pensif/Pensive Rêveur/Rêveuse Discret/Discrète Fier/Fière
        """
    ),
    masculine=_words(
        """
        Renard Faucon Ours Hibou Héron Dauphin Cerf Cygne Castor Hérisson Éléphant Écureuil Goéland
        Cheval Lion Lynx Rossignol Pinson Loup Chamois Bouquetin Chevreuil Chat Colibri Chardonneret
        Merle Moineau Papillon Toucan Loriot
        """
    ),
    feminine=_words(
        """
        Loutre Hirondelle Tortue Coccinelle Libellule Abeille Luciole Mésange Alouette Cigogne Colombe
        Marmotte Hermine Tourterelle Fauvette Antilope Mouette Girafe Panthère Chouette
        """
    ),
)

PORTUGUESE = Words(
    pattern="{noun} {adjective}",
    adjectives=_words(
        """
        Astuto/Astuta Amável Valente Paciente Alegre Tranquilo/Tranquila Curioso/Curiosa Veloz
        Sábio/Sábia Elegante Honesto/Honesta Feliz Audaz Gentil Risonho/Risonha Nobre Cortês
        Generoso/Generosa Simpático/Simpática Humilde Atento/Atenta Sereno/Serena Brilhante Ágil
        Fiel Leal Tenaz Sortudo/Sortuda Sincero/Sincera Prudente Luminoso/Luminosa Perspicaz
        Engenhoso/Engenhosa Destemido/Destemida Discreto/Discreta Bondoso/Bondosa Animado/Animada
        Sonhador/Sonhadora Corajoso/Corajosa Radiante Modesto/Modesta Confiante
        """
    ),
    masculine=_words(
        """
        Falcão Jaguar Castor Ouriço Corvo Elefante Pinguim Pardal Leão Lince Golfinho Cisne Rouxinol
        Girassol Lobo Esquilo Colibri Flamingo Coala Tucano Bisonte Canguru Panda Albatroz Tigre
        Grilo Pelicano Condor Canário Pirilampo Gato Alce
        """
    ),
    feminine=_words(
        """
        Raposa Lebre Andorinha Tartaruga Abelha Cotovia Cegonha Águia Libélula Joaninha Girafa
        Gaivota Garça Coruja Tulipa Perdiz Rena Magnólia Estrela Borboleta
        """
    ),
)

#: By the language in which a name was made. A language without words of its own takes the English ones.
WORDS = {
    "en": ENGLISH,
    "it": ITALIAN,
    "es": SPANISH,
    "ar": ARABIC,
    "de": GERMAN,
    "fr": FRENCH,
    "pt": PORTUGUESE,
}


def name(language: str, number: int) -> str:
    return WORDS.get(language, ENGLISH).name(number)
