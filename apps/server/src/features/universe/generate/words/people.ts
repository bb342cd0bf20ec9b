import { type ByLanguage, words } from './languages.ts';

/** First names by language. Names are combined at random and mean no real person. */
export const FIRST_NAMES: ByLanguage = {
  en: words(`James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph
    Jessica Thomas Sarah Christopher Karen Daniel Emma Matthew Olivia Anthony Grace Mark Hannah Steven Chloe Priya Arjun
    Wei Mei Aisha Omar Noah Amara Liam Zoe Ethan Maya Lucas Nina Owen Ruby Isaac Leah Caleb Tara`),
  de: words(`Lukas Anna Jonas Lena Felix Sophie Maximilian Marie Paul Laura Leon Julia Finn Katharina Tobias Sabine Stefan
    Claudia Andreas Petra Jürgen Ulrike Matthias Heike Sebastian Franziska Jörg Birgit Moritz Annika`),
  fr: words(`Pierre Camille Julien Manon Nicolas Léa Antoine Chloé Thomas Inès Mathieu Élodie François Hélène Benoît Aurélie
    Guillaume Céline Étienne Sandrine Olivier Nathalie Rémi Mélanie Hugo Amélie`),
  es: words(`Alejandro Lucía Carlos María Javier Carmen Pablo Laura Diego Sofía Andrés Elena Sergio Marta Álvaro Paula
    Fernando Isabel Jorge Beatriz Raúl Inés Miguel Rocío Óscar Nuria`),
  it: words(`Marco Giulia Luca Chiara Matteo Francesca Alessandro Sara Andrea Elisa Davide Martina Simone Valentina Paolo
    Silvia Giorgio Elena Niccolò Beatrice`),
  nl: words(
    `Daan Sanne Bram Eva Thijs Lotte Jeroen Femke Pieter Anouk Ruben Maaike Joost Iris Sander Marloes Koen Esmée`,
  ),
  sv: words(`Erik Anna Lars Karin Johan Elin Oskar Sofia Gustav Emma Nils Åsa Björn Malin Viktor Linnéa Mårten Frida`),
  pl: words(`Jakub Anna Piotr Katarzyna Michał Agnieszka Tomasz Magdalena Paweł Joanna Łukasz Ewa Krzysztof Małgorzata
    Marcin Zofia Bartłomiej Żaneta`),
  pt: words(`João Maria Pedro Ana Tiago Inês Rafael Beatriz Bruno Mariana Lucas Júlia Gonçalo Camila André Letícia Caio
    Conceição`),
  ja: words('蓮 陽葵 湊 葵 悠真 凛 大翔 結衣 颯太 美咲 健太 さくら 翔太 恵子 浩二 由美 直樹 麻衣'),
};

export const LAST_NAMES: ByLanguage = {
  en: words(`Smith Johnson Brown Taylor Walker Harris Clark Lewis Young Hall Wright Green Baker Adams Nelson Carter Mitchell
    Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Bell Murphy Cooper
    Richardson Howard Ward Peterson Gray Hughes Patel Shah Singh Khan Chen Wang Nguyen Kim Okafor O’Brien MacLeod`),
  de: words(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder
    Neumann Schwarz Zimmermann Braun Krüger Hartmann Lange Werner Krause Lehmann Köhler Vogel Günther Weiß`),
  fr: words(`Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre Michel Garcia Roux
    Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Mercier Guérin Faure`),
  es: words(`García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Jiménez Ruiz Hernández Díaz Moreno Muñoz
    Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Serrano`),
  it: words(`Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini
    Rizzo Lombardi Moretti D’Angelo`),
  nl: words(
    'Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Smeets Kok Jacobs Kuipers Postma',
  ),
  sv: words(
    'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Lindberg Lindström Åberg Sjögren Öberg Holm',
  ),
  pl: words(
    'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Mazur Król Głowacki Żak',
  ),
  pt: words(
    'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Fernandes Gonçalves Gomes Lopes Marques Almeida Ribeiro Araújo Conceição',
  ),
  ja: words('佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤 吉田 山田 佐々木 松本 井上 木村'),
};
