/** Two hundred sentences that hold no date, although a parser of dates may find one: twenty of each language. */
export const DATELESS: readonly string[] = `
Who sat next to Kim
Sun Microsystems was a company
He drank 3/4 cup of milk
The shop is open 24/7
May I borrow the ladder?
The students march on
Version 1.2.3 is out
3 out of 4 people agreed
The server has 192.168.1.1
What may she do about it?
Who wrote the second chapter?
She has set 5 plates
The room number is 2101
Which phone does Bo use now?
What is the capital of Peru?
How many eggs does the cake need?
The mattress has a spring
He might fall off the wall
The ratio is 16:9
Call +49 30 1234567
So geht das
Das ist doch so einfach
Wer hat die Leiter?
Er fährt mit dem Rad
Die Schachtel hat 3/4 Liter
Wie viele Eier braucht der Kuchen?
Das Zimmer 2101 ist frei
Sie hat drei Katzen
Mit 5 Punkten Vorsprung
Der Mann ist alt
Wo liegt der Schlüssel?
Was kostet das Brot?
Er war nie in Peru
Ruf 030 1234567 an
Die Feder ist gebrochen
Es sind 17.5 Grad
Man sagt so manches
Wem gehört der Hund?
Das Spiel endete 3:2
Sie sind zu viert
Qui a le marteau ?
Il y a du pain
Elle a trois chats
Le chat est sur la table
Combien d’œufs faut-il ?
La chambre 2101 est libre
Il est à côté de Paul
Le film dure longtemps
Où est la clé ?
Il a marqué 3 buts
Le score est de 3-2
Elle en a sept
On mange bien ici
Que coûte le pain ?
Il ment
Un verre de 3/4 de litre
Appelle le 01 23 45 67 89
Les murs sont bleus
Qui aime le thé ?
Le chien a été trouvé
¿Quién tiene la escalera?
Ella tiene tres gatos
El gato está en la mesa
¿Cuántos huevos lleva la tarta?
La habitación 2101 está libre
Tomó 3/4 de taza
¿Dónde está la llave?
El partido acabó 3-2
Llama al 91 123 45 67
El perro es grande
Hay pan en la cocina
¿Cuánto cuesta el pan?
Nunca estuvo en Perú
El mar está frío
Ella come poco
Somos cuatro
El muro es azul
¿A quién le gusta el té?
Es su turno
La puerta está rota
Chi ha la scala?
Lei ha tre gatti
Il gatto è sul tavolo
Quante uova servono?
La camera 2101 è libera
Ha bevuto 3/4 di tazza
Dove sono le chiavi?
La partita è finita 3-2
Chiama lo 06 1234567
Il cane è grande
Non mangia mai carne
Quanto costa il pane?
Non è mai stata in Perù
Il mare è freddo
Siamo in quattro
Il muro è blu
A chi piace il tè?
Tocca a lui
La porta è rotta
Sono sette nani
Quem tem a escada?
Ela tem três gatos
O gato está na mesa
Quantos ovos leva o bolo?
O quarto 2101 está livre
Bebeu 3/4 de copo
Onde está a chave?
O jogo acabou 3-2
Ligue para 21 1234567
O cão é grande
Há pão na cozinha
Quanto custa o pão?
Nunca esteve no Peru
O mar está frio
Somos quatro
O muro é azul
Quem gosta de chá?
É a vez dele
A porta está partida
Uma segunda opinião ajuda? Não.
Wie heeft de ladder?
Zij heeft drie katten
De kat ligt op tafel
Hoeveel eieren gaan erin?
Kamer 2101 is vrij
Hij dronk 3/4 kop
Waar is de sleutel?
De wedstrijd eindigde 3-2
Bel 020 1234567
De hond is groot
Er is brood in de keuken
Wat kost het brood?
Hij was nooit in Peru
De zee is koud
Wij zijn met vier
De muur is blauw
Wie houdt van thee?
Het is zijn beurt
De deur is kapot
Zo gaat dat
У кого лестница?
У неё три кошки
Кошка на столе
Сколько нужно яиц?
Комната 2101 свободна
Он выпил 3/4 стакана
Где ключ?
Матч закончился 3:2
Позвони по номеру 495 1234567
Собака большая
На кухне есть хлеб
Сколько стоит хлеб?
Он никогда не был в Перу
Море холодное
Нас четверо
Стена синяя
Кто любит чай?
Его очередь
Дверь сломана
Она пришла со мной
はしごは誰が持っていますか
彼女は猫を三匹飼っている
猫はテーブルの上にいる
卵はいくつ必要ですか
部屋番号は2101です
カップ3/4の牛乳
鍵はどこですか
試合は3対2で終わった
電話は03-1234-5678です
犬は大きい
台所にパンがある
パンはいくらですか
ペルーに行ったことがない
海は冷たい
四人です
壁は青い
お茶が好きなのは誰ですか
彼の番です
ドアが壊れている
本田さんの本
谁有梯子？
她有三只猫
猫在桌子上
蛋糕需要几个鸡蛋？
2101号房间空着
他喝了3/4杯
钥匙在哪里？
比赛以3比2结束
电话是010-1234567
狗很大
厨房里有面包
面包多少钱？
他从没去过秘鲁
海水很冷
我们四个人
墙是蓝色的
谁喜欢喝茶？
轮到他了
门坏了
这本书是谁的
`
  .trim()
  .split('\n');
