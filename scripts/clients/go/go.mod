module shop.example/pay

go 1.23

require shop.example/manilla/client v0.0.0

replace shop.example/manilla/client => ../client
